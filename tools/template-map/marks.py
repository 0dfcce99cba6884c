"""Marks in a chart's templates that survive rendering and say which template line printed each rendered line.

A mark is two letters of the CJK Extension B plane: printable, so that `quote` leaves it alone, and found in no chart. It
goes to the end of a line as a YAML comment, ` #XX`, so that keys, numbers and booleans keep their meaning through
fromYaml, and Helm's own reading of the head of a manifest is not disturbed. Where a file holds multi-line plain scalars,
which a comment would end, marks go into keys instead (mode 1), or nowhere (mode 2).
"""
import re

FIRST, COUNT = 0x20000, 40000
MARK = re.compile('[\U00020000-\U0002a6df]{2}')
MARK_WITH_COMMENT = re.compile('(?: ?#)?[\U00020000-\U0002a6df]{2}')

TOKEN = re.compile(
    r'\{\{(?P<comment>-?[ \t\r\n]*/\*.*?\*/[ \t\r\n]*-?)\}\}'
    r'|\{\{(?P<action>(?:[^"`\'}]|\}(?!\})|"(?:[^"\\\n]|\\.)*"|`[^`]*`|\'(?:[^\'\\\n]|\\.)*\')*)\}\}', re.S)
KEYWORD = re.compile(r'(if|else|end|range|with|define|block|template|break|continue)\b')
ASSIGNMENT = re.compile(r'\$\w*(\s*,\s*\$\w+)?\s*:?=(?!=)')
NAME = re.compile(r'"((?:[^"\\]|\\.)*)"|`([^`]*)`')
YAML_LINE = re.compile(r'^[ \t]*(- |[\w."\'/-]+:([ \t]|$))', re.M)
SPACE = ' \t\r\n'


def letters(number):
    return chr(FIRST + number // COUNT) + chr(FIRST + number % COUNT)


def number_of(mark):
    return (ord(mark[0]) - FIRST) * COUNT + ord(mark[1]) - FIRST


def unmark(text):
    return MARK_WITH_COMMENT.sub('', text)


class Piece:
    """A text (after trimming) or an action, with its offsets and the define that it stands in."""

    def __init__(self, start, end, text, word):
        self.start, self.end, self.text, self.word = start, end, text, word
        self.define = None
        self.trim_left = self.trim_right = False


def pieces(source):
    result, at, trim = [], 0, False
    matches = list(TOKEN.finditer(source)) + [None]
    for match in matches:
        stop = match.start() if match else len(source)
        inner = '' if match is None else match.group('action') if match.group('action') is not None else match.group('comment')
        left = bool(match) and inner[:1] == '-' and inner[1:2] in SPACE and len(inner) > 1
        text = source[at:stop]
        begin = at
        if trim:
            begin += len(text) - len(text.lstrip(SPACE))
            text = text.lstrip(SPACE)
        if left:
            text = text.rstrip(SPACE)
        if text:
            result.append(Piece(begin, begin + len(text), text, 'text'))
        if match is None:
            break
        right = inner[-1:] == '-' and inner[-2:-1] in SPACE and len(inner) > 1
        body = inner[1 if left else 0:len(inner) - 1 if right else len(inner)].strip(SPACE)
        keyword = KEYWORD.match(body)
        word = 'comment' if match.group('action') is None else keyword.group(1) if keyword else \
            'assign' if ASSIGNMENT.match(body) else 'print'
        piece = Piece(match.start(), match.end(), body, word)
        piece.trim_left, piece.trim_right = left, right
        result.append(piece)
        at, trim = match.end(), right
    enclosing, stack = None, []
    for piece in result:
        piece.define = enclosing
        if piece.word in ('define', 'block'):
            name = NAME.search(piece.text)
            stack.append(enclosing)
            if piece.word == 'define':
                enclosing = (name.group(1) or name.group(2)) if name else '?'
        elif piece.word in ('if', 'with', 'range'):
            stack.append(enclosing)
        elif piece.word == 'end':
            enclosing = stack.pop() if stack else None
            piece.define = enclosing
    return result


class Definitions:
    """How the definitions of a chart are used: a mark must not get into a name, a condition or an argument."""

    def __init__(self, parsed):
        self.yaml, self.indented, self.as_value, self.as_data = set(), set(), set(), set()
        for file_pieces in parsed.values():
            for piece in file_pieces:
                if piece.word == 'text':
                    if piece.define and YAML_LINE.search(piece.text):
                        self.yaml.add(piece.define)
                    continue
                self._uses(piece)

    def _uses(self, piece):
        for use in re.finditer(r'\b(include|template)\s+"([^"]+)"', piece.text):
            name, tail = use.group(2), piece.text[use.end():]
            if re.search(r'\bn?indent\b', piece.text):
                self.indented.add(name)
            if re.search(r'from(Yaml|Json)', piece.text):
                self.as_data.add(name)
            plain = re.match(r'\(*\s*(include|template)\b', piece.text)
            if piece.word in ('if', 'with', 'range', 'else') or (piece.word == 'print' and not plain):
                self.as_value.add(name)
            if re.search(r'\|\s*(quote|squote|b64enc|trunc|sha256sum|default|eq|ne|replace|lower)\b', tail):
                self.as_value.add(name)

    def marked(self, name, caution):
        """caution 0: all that print YAML; 1: fewer; 2: no definition at all"""
        if name is None:
            return True
        if caution == 0:
            return name in self.yaml or (name in self.indented and name not in self.as_value)
        if caution == 1:
            return (name in self.yaml or name in self.indented) and not {name} & (self.as_value | self.as_data)
        return False


def mark(path, source, file_pieces, definitions, caution, mode, ids):
    """The marked source; appends (path, line, 'L' or 'A') to ids for each mark."""
    if mode >= 2:
        return source
    edits, done, literal_lines = [], set(), set()
    line_at = lambda offset: source.count('\n', 0, offset) + 1

    def new(line, kind):
        ids.append((path, line, kind))
        return letters(len(ids) - 1)

    def ends_line(offset):
        rest = source[offset:offset + 200].lstrip(' \t\r')
        return rest[:1] in ('\n', '') and (rest or offset + 200 >= len(source))

    for piece in file_pieces:
        if piece.word == 'text':
            line = line_at(piece.start)
            for k, part in enumerate(piece.text.split('\n')):
                if part.strip() and not part.strip().startswith('---'):
                    literal_lines.add(line + k)
    for piece in file_pieces:
        if not definitions.marked(piece.define, caution):
            continue
        if piece.word == 'text':
            line, begin, parts = line_at(piece.start), piece.start, piece.text.split('\n')
            for k, part in enumerate(parts):
                visible = begin + len(part.rstrip())
                plain = part.strip() and not part.strip().startswith('---') and line + k not in done
                if plain and (k < len(parts) - 1 or ends_line(visible)):
                    if mode == 0:
                        edits.append((visible, visible, ' #' + new(line + k, 'L')))
                    else:
                        key = re.match(r'[ \t]*(?:- )*[A-Za-z][\w./-]*(?=:)', part)
                        if key:
                            edits.append((begin + key.end(), begin + key.end(), new(line + k, 'L')))
                    done.add(line + k)
                begin += len(part) + 1
            continue
        if mode != 0 or not ends_line(piece.end):
            continue
        line, last = line_at(piece.start), line_at(piece.end - 1)
        if piece.word in ('print', 'template'):
            body = piece.text
            if piece.word == 'template':
                call = re.match(r'template\s+("[^"]+"|`[^`]+`)\s*(.*)$', body, re.S)
                body = 'include %s %s' % (call.group(1), '(%s)' % call.group(2) if call.group(2).strip() else 'nil')
            if re.match(r'fail\b', body):
                continue
            # every line that is not blank, at its end
            wrapped = 'regexReplaceAll `(?m)([^ \\t\\r\\n])([ \\t\\r]*)$` (print (%s) | replace "<nil>" "") `${1} #%s${2}`' % (
                body, new(line, 'A'))
            if (line in literal_lines or last in literal_lines) and line not in done:
                # the `key:` before it, even when the output begins with a line break
                wrapped = 'regexReplaceAll `\\A([^\\n]*)` (%s) `${1} #%s`' % (wrapped, new(line, 'L'))
                done.add(line)
            left, right = '- ' if piece.trim_left else ' ', ' -' if piece.trim_right else ' '
            edits.append((piece.start, piece.end, '{{' + left + wrapped + right + '}}'))
        elif piece.word == 'end' and last in literal_lines and not piece.trim_right and last not in done:
            edits.append((piece.end, piece.end, ' #' + new(last, 'L')))
            done.add(last)
    out, at = [], 0
    for start, stop, text in sorted(edits, key=lambda e: e[:2]):
        out += [source[at:start], text]
        at = stop
    return ''.join(out) + source[at:]
