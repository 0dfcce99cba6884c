#include <string>
#include <vector>

#include "analyzer/template/lexer.h"
#include "analyzer/template/parser.h"
#include "gtest/gtest.h"

namespace chartlint {
namespace {

std::string Texts(absl::string_view source) {
  std::vector<TemplateToken> tokens;
  const auto error = TokenizeTemplate(source, 0, TemplateLines(source), &tokens);
  if (error.has_value()) return "error: " + error->message;
  std::string out;
  for (const TemplateToken& token : tokens) {
    if (token.kind == TemplateTokenKind::kText)
      out += std::string(source.substr(token.begin, token.end - token.begin));
    out += token.kind == TemplateTokenKind::kAction    ? "@"
           : token.kind == TemplateTokenKind::kComment ? "%"
                                                       : "";
  }
  return out;
}

TEST(LexerTest, TrimsAsGoDoes) {
  EXPECT_EQ(Texts("a \n {{- x -}} \n b"), "a@b");
  EXPECT_EQ(Texts("a {{ x }} b"), "a @ b");
  EXPECT_EQ(Texts("a {{-3}} b"), "a @ b");  // a minus sign, no trim marker
  EXPECT_EQ(Texts("{{- /* }} */ -}}\n\n x"), "%x");
  EXPECT_EQ(Texts("a{{ \"}}\" }}b{{ `}}\n` }}c"), "a@b@c");
}

TEST(LexerTest, RefusesWhatDoesNotEnd) {
  EXPECT_EQ(Texts("a {{ x"), "error: unclosed action");
  EXPECT_EQ(Texts("{{ \"x }}"), "error: unterminated quoted string");
  EXPECT_EQ(Texts("{{/* x }}"), "error: unclosed comment");
  EXPECT_EQ(Texts("{{/* x */ y}}"), "error: comment ends before closing delimiter");
}

TEST(LexerTest, LocatesByBytes) {
  const TemplateLines lines("ab\n\ncd");
  EXPECT_EQ(lines.Locate(7, 4).line, 3);
  EXPECT_EQ(lines.Locate(7, 5).column, 2);
  EXPECT_EQ(lines.Locate(7, 5).file, 7);
}

std::string ErrorOf(const std::string& source) {
  TemplateTree tree;
  const auto error = ParseTemplate(source, 0, &tree);
  if (!error.has_value()) return "";
  return std::to_string(error->pos.line) + ":" + std::to_string(error->pos.column) + " " + error->message;
}

TEST(ParserTest, SaysWhereAndWhat) {
  EXPECT_EQ(ErrorOf("a\n{{ if }}x{{ end }}"), "2:7 missing value for if");
  EXPECT_EQ(ErrorOf("{{ if .x }}\n"), "1:1 unexpected EOF: no {{end}} for this");
  EXPECT_EQ(ErrorOf("a\n  {{ end }}"), "2:3 unexpected {{end}}");
  EXPECT_EQ(ErrorOf("{{ else }}"), "1:1 unexpected {{else}}");
  EXPECT_EQ(ErrorOf("{{ range .x }}{{ else if .y }}{{ end }}"), "1:23 unexpected <if> in else");
  EXPECT_EQ(ErrorOf("{{ (.x }}"), "1:8 unexpected end of action in parenthesized pipeline");
  EXPECT_EQ(ErrorOf("{{ .x | 3 }}"), "1:11 non executable command in pipeline stage 2");
  EXPECT_EQ(ErrorOf("{{ break }}"), "1:9 {{break}} outside {{range}}");
  EXPECT_EQ(ErrorOf("{{ .x ! }}"), "1:7 unexpected character in action");
  EXPECT_EQ(ErrorOf("{{ if .x }}{{ define \"d\" }}{{ end }}{{ end }}"),
            "1:12 unexpected {{define}} inside another control structure");
  EXPECT_EQ(ErrorOf("{{ \"\\q\" }}"), "1:4 invalid syntax in quoted string");
}

TEST(ParserTest, AcceptsWhatGoAccepts) {
  for (const char* const good :
       {"{{ .x | indent 4 | }}", "{{ $x := .a.b }}{{ $x = 1 }}",
        "{{ range $k, $v := .m }}{{ break }}{{ end }}", "{{ with .a }}{{ else with .b }}{{ else }}{{ end }}",
        "{{ (index .a 0).b.c }}", "{{ template \"x\" }}", "{{ block \"x\" . }}{{ end }}",
        "{{ -1.5e3 }}{{ 0x1F }}{{ 'a' }}{{ `r` }}{{ nil | default 1 }}",
        "{{ if eq .a \"b\" }}{{ else if not (.c) }}{{ end }}", "{{- $ -}}"}) {
    EXPECT_EQ(ErrorOf(good), "") << good;
  }
}

TEST(ParserTest, BuildsTheTree) {
  const std::string source =
      "a\n{{ if .x }}b{{ else if .y }}c{{ else }}{{ include \"n\" . | nindent 4 }}{{ end }}\n";
  TemplateTree tree;
  ASSERT_FALSE(ParseTemplate(source, 3, &tree).has_value());
  ASSERT_EQ(tree.root.size(), 3u);
  const TemplateNode& node = *tree.root[1];
  EXPECT_EQ(node.kind, TemplateNodeKind::kIf);
  EXPECT_EQ(node.pos.line, 2);
  ASSERT_EQ(node.branches.size(), 3u);
  EXPECT_EQ(node.branches[1].pos.column, 13);
  EXPECT_EQ(node.branches[2].condition, nullptr);
  EXPECT_EQ(source.substr(node.end_pos.offset, 9), "{{ end }}");
  const TemplateExpr* pipe = node.branches[2].body[0]->pipe;
  ASSERT_EQ(pipe->operands.size(), 2u);
  EXPECT_EQ(pipe->operands[0]->operands[0]->name, "include");
  EXPECT_EQ(pipe->operands[0]->operands[1]->text, "n");
  EXPECT_EQ(pipe->operands[1]->operands[1]->integer, 4);
  EXPECT_EQ(source.substr(pipe->pos.offset, pipe->end - pipe->pos.offset), "include \"n\" . | nindent 4");
}

TEST(ParserTest, KeepsDefinitionsApart) {
  TemplateTree tree;
  ASSERT_FALSE(ParseTemplate("{{ define \"a\" }}x{{ end }}{{ define \"b\" }} {{/* */}} {{ end }}", 0, &tree));
  ASSERT_EQ(tree.definitions.size(), 2u);
  EXPECT_FALSE(tree.definitions[0].blank);
  EXPECT_TRUE(tree.definitions[1].blank);
  EXPECT_TRUE(tree.root.empty());
}

TEST(ParserTest, LimitsDepthInsteadOfCrashing) {
  std::string control;
  for (int i = 0; i < 100000; ++i) control += "{{if .x}}";
  EXPECT_NE(ErrorOf(control).find("nested too deeply"), std::string::npos);
  EXPECT_NE(ErrorOf("{{ " + std::string(100000, '(') + " }}").find("nested too deeply"), std::string::npos);
  EXPECT_EQ(ErrorOf(std::string(100000, '{')).empty(), false);
}

}  // namespace
}  // namespace chartlint
