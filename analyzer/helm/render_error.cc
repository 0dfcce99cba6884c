#include "analyzer/helm/render_error.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzer/helm/schema_error.h"

namespace chartlint {
namespace {

// "file:12:3" or "file:12". Helm's columns count from 0.
bool ParseLocation(absl::string_view text, RenderErrorFrame* frame) {
  const size_t last = text.rfind(':');
  if (last == absl::string_view::npos || last == 0) return false;
  uint32_t number = 0;
  if (!absl::SimpleAtoi(text.substr(last + 1), &number)) return false;
  const size_t middle = text.rfind(':', last - 1);
  uint32_t line = 0;
  if (middle != absl::string_view::npos && middle > 0 &&
      absl::SimpleAtoi(text.substr(middle + 1, last - middle - 1), &line)) {
    frame->file = std::string(text.substr(0, middle));
    frame->line = line;
    frame->column = number + 1;
  } else {
    frame->file = std::string(text.substr(0, last));
    frame->line = number;
  }
  return true;
}

// A string as Go's %q prints it, at the start of `text`.
bool ConsumeQuoted(absl::string_view* text) {
  if (text->empty() || (*text)[0] != '"') return false;
  for (size_t i = 1; i < text->size(); ++i) {
    if ((*text)[i] == '\\') {
      ++i;
    } else if ((*text)[i] == '"') {
      text->remove_prefix(i + 1);
      return true;
    }
  }
  return false;
}

// "error calling include: "
bool ConsumeCall(absl::string_view* text, absl::string_view* function) {
  absl::string_view rest = *text;
  if (!absl::ConsumePrefix(&rest, "error calling ")) return false;
  const size_t colon = rest.find(": ");
  if (colon == absl::string_view::npos) return false;
  *function = rest.substr(0, colon);
  if (function->find(' ') != absl::string_view::npos) return false;
  *text = rest.substr(colon + 2);
  return true;
}

// "parse error at (file:1): "
bool ConsumeParenthesised(absl::string_view prefix, absl::string_view* text, RenderErrorFrame* frame) {
  absl::string_view rest = *text;
  if (!absl::ConsumePrefix(&rest, prefix)) return false;
  const size_t close = rest.find("): ");
  if (close == absl::string_view::npos) return false;
  if (!ParseLocation(rest.substr(0, close), frame)) frame->file = std::string(rest.substr(0, close));
  *text = rest.substr(close + 3);
  return true;
}

// "template: file:1:2: executing "name" at <action>: ", or without the middle part for a parse error.
bool ConsumeTemplate(absl::string_view* text, RenderErrorFrame* frame) {
  absl::string_view rest = *text;
  if (!absl::ConsumePrefix(&rest, "template: ")) return false;
  const size_t colon = rest.find(": ");
  if (colon == absl::string_view::npos || !ParseLocation(rest.substr(0, colon), frame)) return false;
  rest.remove_prefix(colon + 2);
  *text = rest;
  if (!absl::ConsumePrefix(&rest, "executing ")) return true;
  const absl::string_view quoted = rest;
  if (!ConsumeQuoted(&rest) || !absl::StartsWith(rest, " at <")) return true;
  frame->name = std::string(quoted.substr(1, quoted.size() - rest.size() - 2));
  rest.remove_prefix(5);
  const size_t close = rest.find(">: ");
  if (close == absl::string_view::npos) return true;
  frame->action = std::string(rest.substr(0, close));
  *text = rest.substr(close + 3);
  return true;
}

// Helm 4 prints each frame on three lines; this is the one line that Helm 3 prints.
std::string JoinFrames(absl::string_view text) {
  const std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
  std::string joined;
  for (size_t i = 0; i < lines.size(); ++i) {
    const absl::string_view line = absl::StripLeadingAsciiWhitespace(lines[i]);
    RenderErrorFrame ignored;
    const bool frame_follows =
        i + 1 < lines.size() && absl::StartsWith(absl::StripLeadingAsciiWhitespace(lines[i + 1]), "executing \"");
    if (frame_follows && ParseLocation(line, &ignored)) {
      absl::StrAppend(&joined, "template: ", line, ": ");
    } else if (absl::EndsWith(line, ":") && i + 1 < lines.size()) {
      absl::StrAppend(&joined, line, " ");
    } else {
      absl::StrAppend(&joined, line, i + 1 < lines.size() ? "\n" : "");
    }
  }
  return joined;
}

bool StartsWithFrame(absl::string_view text) {
  if (absl::StartsWith(text, "template: ")) return true;
  const size_t end = text.find('\n');
  RenderErrorFrame ignored;
  return end != absl::string_view::npos && absl::StartsWith(text.substr(end + 1), "  executing \"") &&
         ParseLocation(text.substr(0, end), &ignored);
}

// What the last message of a chain of frames means.
void Classify(absl::string_view message, RenderError* error) {
  absl::string_view rest = message;
  if (absl::ConsumePrefix(&rest, "no template ") ||
      (absl::ConsumePrefix(&rest, "template ") && absl::EndsWith(message, " not defined"))) {
    const absl::string_view quoted = rest;
    if (ConsumeQuoted(&rest)) {
      error->kind = RenderErrorKind::kUndefinedTemplate;
      error->subject = std::string(quoted.substr(1, quoted.size() - rest.size() - 2));
      error->message = absl::StrCat("template \"", error->subject, "\" is not defined");
      return;
    }
  }
  for (const absl::string_view sign : {"nil pointer evaluating", "index of untyped nil", "index of nil pointer"}) {
    if (absl::StrContains(message, sign)) {
      error->kind = RenderErrorKind::kNilPointer;
      return;
    }
  }
  for (const absl::string_view sign :
       {"can't evaluate field", "range can't iterate over", "wrong type for value", "incompatible types for comparison",
        "can't index item of type", "can't slice item of type", "invalid type for comparison", "len of type",
        "cannot index slice/array with type", "expected integer; found", "expected string; found",
        "expected bool; found", "interface conversion"}) {
    if (absl::StrContains(message, sign)) {
      error->kind = RenderErrorKind::kWrongType;
      return;
    }
  }
}

// The chain of frames, outermost first in the text.
void ParseFrames(absl::string_view text, RenderError* error) {
  const std::string joined = absl::StartsWith(text, "template: ") ? std::string(text) : JoinFrames(text);
  absl::string_view rest = joined;
  error->kind = RenderErrorKind::kFunction;
  std::string calling;      // the function of an error that is its own, not a template's
  bool in_tpl_text = false;  // the next place is in a text given to tpl, whatever its file is called
  while (true) {
    RenderErrorFrame frame;
    absl::string_view function;
    if (ConsumeCall(&rest, &function)) {
      calling = function == "include" || function == "tpl" ? "" : absl::StrCat("error calling ", function, ": ");
      continue;
    }
    absl::string_view after = rest;
    if (absl::ConsumePrefix(&after, "error during tpl function execution for ") ||
        absl::ConsumePrefix(&after, "cannot parse template ")) {
      if (ConsumeQuoted(&after) && absl::ConsumePrefix(&after, ": ")) {
        rest = after;
        in_tpl_text = true;
        continue;
      }
    }
    const bool parse_error = ConsumeParenthesised("parse error at (", &rest, &frame);
    if (!parse_error && !ConsumeTemplate(&rest, &frame)) break;
    if (parse_error || frame.name.empty()) error->kind = RenderErrorKind::kParse;
    if (in_tpl_text || frame.file == "gotpl") frame.file.clear();
    in_tpl_text = false;
    calling.clear();
    // A template that includes itself gives a thousand equal frames.
    const bool repeated = !error->frames.empty() && error->frames.back().file == frame.file &&
                          error->frames.back().line == frame.line && error->frames.back().column == frame.column;
    if (!repeated) error->frames.push_back(std::move(frame));
  }
  std::reverse(error->frames.begin(), error->frames.end());
  absl::ConsumePrefix(&rest, "template: ");
  error->message = absl::StrCat(calling, absl::StripTrailingAsciiWhitespace(rest));
  if (error->kind == RenderErrorKind::kFunction) Classify(rest, error);
}

// "error converting YAML to JSON: yaml: line 8: did not find ..." -> the line and "did not find ...".
std::string ParseYamlMessage(absl::string_view message, uint32_t* line) {
  const size_t yaml = message.find("yaml: ");
  if (yaml != absl::string_view::npos) message.remove_prefix(yaml + 6);
  absl::ConsumePrefix(&message, "error unmarshaling JSON: while decoding JSON: json: ");
  absl::string_view rest = message;
  if (absl::ConsumePrefix(&rest, "line ")) {
    const size_t end = rest.find(": ");
    if (end != absl::string_view::npos && absl::SimpleAtoi(rest.substr(0, end), line)) message = rest.substr(end + 2);
  }
  return std::string(message);
}

void ParseYamlError(absl::string_view text, RenderError* error) {
  error->kind = RenderErrorKind::kInvalidYaml;
  RenderErrorFrame frame;
  const size_t colon = text.find(": ");
  frame.file = std::string(text.substr(0, colon));
  error->frames.push_back(std::move(frame));
  error->message =
      ParseYamlMessage(colon == absl::string_view::npos ? absl::string_view() : text.substr(colon + 2), &error->yaml_line);
}

// "error unpacking subchart store in app: cannot load values.yaml: <yaml>" or "failed to parse v.yaml: <yaml>". False if it
// is no file that is at fault, or no YAML in it.
bool ParseBrokenFile(absl::string_view text, RenderError* error) {
  std::string folder;
  while (absl::ConsumePrefix(&text, "error unpacking ")) {
    absl::ConsumePrefix(&text, "subchart ");
    const size_t in = text.find(" in "), colon = text.find(": ");
    if (in == absl::string_view::npos || colon == absl::string_view::npos || in > colon) return false;
    absl::StrAppend(&folder, "charts/", text.substr(0, in), "/");
    text.remove_prefix(colon + 2);
  }
  const bool of_chart = absl::ConsumePrefix(&text, "cannot load ");
  if (!of_chart && (!folder.empty() || !absl::ConsumePrefix(&text, "failed to parse "))) return false;
  for (const absl::string_view cause : {": error converting YAML to JSON: ", ": error unmarshaling JSON: "}) {
    const size_t end = text.find(cause);
    if (end == absl::string_view::npos) continue;
    const std::string file(text.substr(0, end));
    const absl::string_view shown = absl::StripPrefix(file, "./");
    const std::string message = ParseYamlMessage(text.substr(end + 2), &error->yaml_line);
    const bool no_mapping = absl::StrContains(message, "into Go value of type map[");
    error->kind = of_chart ? RenderErrorKind::kChart : RenderErrorKind::kValues;
    error->message =
        no_mapping ? absl::StrCat(shown, " is no mapping of keys") : absl::StrCat(shown, " is no valid YAML: ", message);
    error->yaml_file = absl::StrCat(folder, file);
    return true;
  }
  return false;
}

struct Opening {
  absl::string_view text;
  RenderErrorKind kind;
};

// How Helm begins sentences that need no further reading.
constexpr Opening kOpenings[] = {
    {"chart requires kubeVersion:", RenderErrorKind::kKubeVersion},
    {"library charts are not installable", RenderErrorKind::kLibraryChart},
    {"cannot load ", RenderErrorKind::kChart},
    {"validation: ", RenderErrorKind::kChart},
    {"chart file \"", RenderErrorKind::kChart},
    {"error unpacking ", RenderErrorKind::kChart},
    {"Chart.yaml file is missing", RenderErrorKind::kChart},
    {"double-star (**)", RenderErrorKind::kChart},
    {"decompressed chart", RenderErrorKind::kChart},
    {"syntax error in pattern", RenderErrorKind::kChart},
    {"failed to parse ", RenderErrorKind::kValues},
    {"failed parsing --set", RenderErrorKind::kValues},
    {"type mismatch on ", RenderErrorKind::kValues},
    {"open ", RenderErrorKind::kValues},
    {"invalid kube version", RenderErrorKind::kValues},
};

bool LooksLikeCrash(absl::string_view text) {
  return absl::StrContains(text, "fatal error: ") || absl::StrContains(text, "panic: ") ||
         absl::StrContains(text, "out of memory");
}

// Without Helm's advice and without the warnings before the error.
absl::string_view ErrorText(absl::string_view text) {
  if (!absl::ConsumePrefix(&text, "Error: ")) {
    const size_t start = text.find("\nError: ");
    if (start != absl::string_view::npos) text.remove_prefix(start + 8);
  }
  const size_t advice = text.rfind("\n\nUse --debug flag to render out invalid YAML");
  if (advice != absl::string_view::npos) text = text.substr(0, advice);
  absl::ConsumePrefix(&text, "chart dependencies processing failed: ");
  return absl::StripTrailingAsciiWhitespace(text);
}

}  // namespace

absl::string_view RenderErrorKindName(RenderErrorKind kind) {
  switch (kind) {
    case RenderErrorKind::kGuard: return "guard";
    case RenderErrorKind::kSchema: return "schema";
    case RenderErrorKind::kSchemaUnreachable: return "schema-unreachable";
    case RenderErrorKind::kInvalidYaml: return "invalid-yaml";
    case RenderErrorKind::kParse: return "parse";
    case RenderErrorKind::kUndefinedTemplate: return "undefined-template";
    case RenderErrorKind::kNilPointer: return "nil-pointer";
    case RenderErrorKind::kWrongType: return "wrong-type";
    case RenderErrorKind::kFunction: return "function";
    case RenderErrorKind::kMissingDependency: return "missing-dependency";
    case RenderErrorKind::kKubeVersion: return "kube-version";
    case RenderErrorKind::kChart: return "chart";
    case RenderErrorKind::kValues: return "values";
    case RenderErrorKind::kLibraryChart: return "library-chart";
    case RenderErrorKind::kTimeout: return "timeout";
    case RenderErrorKind::kTooLarge: return "too-large";
    case RenderErrorKind::kCrash: return "crash";
    case RenderErrorKind::kOther: return "other";
  }
  return "other";
}

RenderError ParseRenderError(absl::string_view standard_error) {
  constexpr absl::string_view kSchemaHeader =
      "values don't meet the specifications of the schema(s) in the following chart(s):\n";
  constexpr absl::string_view kMissing = "missing in charts/ directory: ";
  RenderError error;
  absl::string_view text = ErrorText(standard_error);
  const std::string first_line(text.substr(0, text.find('\n')));
  error.message = first_line.empty() ? "helm failed and said nothing" : first_line;

  RenderErrorFrame frame;
  if (absl::ConsumePrefix(&text, kSchemaHeader)) {
    ParseSchemaError(text, &error);
  } else if (ConsumeParenthesised("execution error at (", &text, &frame)) {
    error.kind = RenderErrorKind::kGuard;
    error.message = std::string(text);
    error.frames.push_back(std::move(frame));
  } else if (ConsumeParenthesised("execution error in (", &text, &frame)) {
    error.kind = RenderErrorKind::kFunction;
    error.message = std::string(text);
    error.frames.push_back(std::move(frame));
  } else if (ConsumeParenthesised("parse error at (", &text, &frame) ||
             ConsumeParenthesised("parse error in (", &text, &frame)) {
    error.kind = RenderErrorKind::kParse;
    error.message = std::string(text);
    error.frames.push_back(std::move(frame));
  } else if (StartsWithFrame(text)) {
    ParseFrames(text, &error);
  } else if (absl::ConsumePrefix(&text, "YAML parse error on ")) {
    ParseYamlError(text, &error);
  } else if (absl::StrContains(first_line, kMissing)) {
    error.kind = RenderErrorKind::kMissingDependency;
    error.subject = first_line.substr(first_line.find(kMissing.data()) + kMissing.size());
    error.message = absl::StrCat("not in charts/: ", error.subject);
  } else if (!ParseBrokenFile(first_line, &error)) {
    for (const Opening& opening : kOpenings) {
      if (absl::StartsWith(text, opening.text)) {
        error.kind = opening.kind;
        return error;
      }
    }
    if (LooksLikeCrash(standard_error)) error.kind = RenderErrorKind::kCrash;
  }
  return error;
}

}  // namespace chartlint
