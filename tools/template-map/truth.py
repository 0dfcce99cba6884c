#!/usr/bin/env python3
"""Truth for the template map: which template line really printed each rendered line, from real Helm.

    truth.py --helm HELM --out DIR [--jobs N] [--limit N] CHARTS_ROOT...

Every chart below the roots is rendered twice for each variant (its defaults, and up to two of its own test values): as it
is, and with marks in its templates (marks.py). Where both renders are the same apart from the marks, the marks are the
truth. One JSON file for each variant: the documents, and for each line the ids of the template lines, innermost first.
`measure` reads them. Nothing is fetched: a dependency that is missing is taken from another chart below the roots that
has its name, else left out.
"""
import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor

import yaml

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import marks

# What differs between two runs of the same render: random tokens, cron minutes.
RANDOM = re.compile(r'[A-Za-z0-9+/=_-]{8,}')


def read_yaml(path):
    try:
        with open(path, encoding='utf-8') as file:
            value = yaml.safe_load(file)
        return value if isinstance(value, dict) else {}
    except (OSError, yaml.YAMLError, UnicodeDecodeError):
        return {}


def find_charts(root):
    """Folders of charts, sub-charts not counted."""
    found = []
    for folder, below, files in os.walk(root):
        below.sort()
        if 'Chart.yaml' in files:
            found.append(folder)
            below[:] = []
    return found


def prepare(chart, work, library):
    """A copy of the chart with its dependencies in place."""
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(chart, work, ignore=shutil.ignore_patterns('.git', '*.png', '*.md'), ignore_dangling_symlinks=True)
    complete(work, library, 0)


def complete(folder, library, depth):
    meta = read_yaml(folder + '/Chart.yaml')
    requirements = read_yaml(folder + '/requirements.yaml').get('dependencies') or []
    wanted = (meta.get('dependencies') or []) + requirements
    kept = []
    for dependency in wanted:
        name = dependency.get('name', '')
        there = [d for d in glob.glob(folder + '/charts/*/Chart.yaml') if read_yaml(d).get('name') == name]
        packed = glob.glob('%s/charts/%s-*.tgz' % (folder, name))
        if not there and not packed and name in library and depth < 3:
            target = '%s/charts/%s' % (folder, name)
            shutil.copytree(library[name], target, ignore=shutil.ignore_patterns('*.md'), ignore_dangling_symlinks=True)
            dependency = dict(dependency, version=str(read_yaml(target + '/Chart.yaml').get('version', '0.0.0')))
            complete(target, library, depth + 1)
            there = [target]
        if there or packed:
            dependency = dict(dependency)
            dependency.pop('repository', None)
            dependency['version'] = '>=0.0.0-0' if there else dependency.get('version', '*')
            kept.append(dependency)
    if wanted:
        meta['dependencies'] = kept
        for name in ('Chart.lock', 'requirements.yaml', 'requirements.lock'):
            if os.path.exists(folder + '/' + name):
                os.remove(folder + '/' + name)
        with open(folder + '/Chart.yaml', 'w', encoding='utf-8') as file:
            yaml.safe_dump(meta, file)


def template_files(chart):
    result = []
    for folder, below, files in os.walk(chart):
        below.sort()
        for name in sorted(files):
            path = os.path.relpath(os.path.join(folder, name), chart)
            if re.match(r'(charts/[^/]+/)*templates/', path) and name != 'NOTES.txt':
                result.append(path)
    return result


def read(path):
    with open(path, encoding='utf-8', newline='') as file:
        return file.read()


def render(helm, chart, values):
    command = [helm, 'template', 'release-name', chart, '-n', 'default', '--kube-version', '1.34.0']
    for path in values:
        command += ['-f', path]
    try:
        done = subprocess.run(command, capture_output=True, timeout=90, check=False,
                              env=dict(os.environ, KUBECONFIG='/nonexistent'))
    except subprocess.TimeoutExpired:
        return None, 'timeout'
    return (done.stdout.decode('utf-8', 'replace') if done.returncode == 0 else None), done.stderr.decode('utf-8', 'replace')


def documents(text):
    result, lines = [], text.split('\n')
    i = 0
    while i < len(lines):
        if lines[i] == '---' and i + 1 < len(lines) and lines[i + 1].startswith('# Source: '):
            result.append((lines[i + 1][10:].strip(), []))
            i += 2
            continue
        if result:
            result[-1][1].append(lines[i])
        i += 1
    return result


def same(a, b):
    return a == b or ('schedule:' in a and 'schedule:' in b) or RANDOM.sub('*', a) == RANDOM.sub('*', b)


def pair_up(plain, marked):
    """(source, lines, truth or None) of each document"""
    by_source = {}
    for source, lines in documents(marked):
        by_source.setdefault(source, []).append(lines)
    result = []
    for source, lines in documents(plain):
        queue = by_source.get(source) or []
        truth = None
        if queue:
            other = queue.pop(0)
            a, b = list(lines), [marks.unmark(x) for x in other]
            for side in (a, b):
                while side and not side[-1].strip():
                    side.pop()
                if side:
                    side[-1] = side[-1].rstrip()
            if len(a) == len(b) and all(same(x, y) for x, y in zip(a, b)):
                truth = [[marks.number_of(m) for m in marks.MARK.findall(x)] for x in other[:len(a)]]
                truth += [[] for _ in range(len(lines) - len(a))]
        result.append((source, lines, truth))
    return result


def unmarked(parsed, sources, definitions, caution):
    """file -> [first line, last line] of what stands in definitions that bear no marks"""
    blind = {}
    for path, file_pieces in parsed.items():
        for piece in file_pieces:
            if piece.define and not definitions.marked(piece.define, caution):
                first = sources[path].count('\n', 0, piece.start) + 1
                blind.setdefault(path, []).append([first, first + sources[path].count('\n', piece.start, piece.end)])
    return blind


def truth_of(helm, chart, marked_chart, values):
    """The best pairing that any caution gives, or an error."""
    plain, error = render(helm, chart, values)
    if plain is None:
        return None, 'plain: ' + error.strip().split('\n')[0][:200]
    parsed, sources = {}, {}
    for path in template_files(chart):
        try:
            sources[path] = read(os.path.join(chart, path))
            parsed[path] = marks.pieces(sources[path])
        except (OSError, UnicodeDecodeError):
            continue
    definitions = marks.Definitions(parsed)
    best, modes, error = None, {}, ''
    for caution in (0, 1, 2):
        for _ in range(12):
            ids = []
            for path, source in sources.items():
                text = marks.mark(path, source, parsed[path], definitions, caution, modes.get(path, 0), ids)
                with open(os.path.join(marked_chart, path), 'w', encoding='utf-8', newline='') as file:
                    file.write(text)
            marked, error = render(helm, marked_chart, values)
            bad = None if marked is not None else re.search(r'YAML parse error on [^/]+/(\S+?):', error)
            if not bad or modes.get(bad.group(1), 0) >= 2 or bad.group(1) not in sources:
                break
            modes[bad.group(1)] = modes.get(bad.group(1), 0) + 1
        if marked is None:
            continue
        pairs = pair_up(plain, marked)
        good = sum(len(lines) for _, lines, truth in pairs if truth is not None)
        if best is None or good > best[0]:
            best = (good, pairs, list(ids), unmarked(parsed, sources, definitions, caution))
        if good == sum(len(lines) for _, lines, _ in pairs):
            break
    return best, '' if best else 'marked: ' + error.strip().split('\n')[0][:200]


def do_chart(task):
    helm, chart, name, out, library = task
    work = os.path.join(out, 'charts', name)
    marked_chart = os.path.join(out, 'marked', name)
    report = []
    try:
        prepare(chart, work, library)
        shutil.rmtree(marked_chart, ignore_errors=True)
        shutil.copytree(work, marked_chart)
        own = sorted(glob.glob(work + '/ci/*values*.yaml') + glob.glob(work + '/values-*.yaml'))
        variants = [('default', [])] + [(os.path.basename(p)[:-5], [p]) for p in own[:2]]
        for variant, values in variants:
            best, error = truth_of(helm, work, marked_chart, values)
            if best is None:
                report.append('%s %s FAILED %s' % (name, variant, error))
                continue
            good, pairs, ids, blind = best
            used = sorted({i for _, _, truth in pairs if truth for line in truth for i in line})
            target = os.path.join(out, 'truth', name, variant + '.json')
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, 'w', encoding='utf-8') as file:
                json.dump({'chart': work, 'values': values, 'release': 'release-name', 'namespace': 'default',
                           'ids': {str(i): ids[i] for i in used}, 'unmarked': blind,
                           'documents': [{'source': s, 'lines': l, 'truth': t} for s, l, t in pairs]}, file)
            report.append('%s %s lines %d of %d' % (name, variant, good, sum(len(l) for _, l, _ in pairs)))
    except Exception as failure:  # one chart must not end the run
        report.append('%s FAILED %r' % (name, failure))
    shutil.rmtree(marked_chart, ignore_errors=True)
    return report


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('roots', nargs='+')
    parser.add_argument('--helm', default='helm')
    parser.add_argument('--out', required=True)
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--limit', type=int, default=10 ** 6, help='charts of one root')
    arguments = parser.parse_args()
    library, tasks = {}, []
    charts = {root: find_charts(root) for root in arguments.roots}
    for root, folders in charts.items():
        for folder in folders:
            meta = read_yaml(folder + '/Chart.yaml')
            library.setdefault(str(meta.get('name')), folder)
    for root, folders in charts.items():
        usable = [f for f in folders if read_yaml(f + '/Chart.yaml').get('type') != 'library' and template_files(f)]
        step = max(1, len(usable) // arguments.limit)
        for folder in usable[::step][:arguments.limit]:
            name = os.path.basename(root.rstrip('/')) + '/' + os.path.relpath(folder, root).replace('/', '+')
            tasks.append((arguments.helm, folder, name, arguments.out, library))
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for report in pool.map(do_chart, tasks):
            print('\n'.join(report), flush=True)


if __name__ == '__main__':
    main()
