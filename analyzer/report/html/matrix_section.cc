#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzer/report/html/markup.h"
#include "analyzer/report/html/sections.h"
#include "analyzer/report/tally.h"

namespace chartlint::html {
namespace {

constexpr size_t kMaxCells = 200000;
constexpr size_t kCellsOfName = 10;  // what a row costs beside its cells
constexpr size_t kNameInHead = 60;  // bytes of a variant's name that are legible there
constexpr size_t kOpenRows = 40;  // a table up to so many rows is unfolded

// 2 -> "B": the texts beside the most common one.
std::string TextName(uint32_t text) {
  return text <= 26 ? std::string(1, static_cast<char>('A' + text - 1)) : absl::StrCat("#", text);
}

std::string TitleOf(const ObjectRow& object) { return absl::StrCat(object.kind, "/", object.name); }

Severity GravestOf(const Page& page, const std::vector<size_t>& findings) {
  Severity gravest = Severity::kNote;
  for (size_t finding : findings) gravest = std::max(gravest, page.view.findings[finding].severity);
  return gravest;
}

class MatrixWriter {
 public:
  MatrixWriter(const Page& page, size_t part, std::string* out)
      : page_(page), part_(page.overview.parts[part]), number_(part), out_(*out) {}
  // Writes at most `limit` rows and gives how many.
  size_t Write(size_t limit, bool open);

 private:
  bool Dull(size_t row) const {
    return part_.objects[row].SameEverywhere() && !page_.objects.HasFindings(page_.objects.RowNumber(number_, row));
  }
  std::vector<size_t> RowsWithin(size_t limit) const;
  void WriteNames();
  void WriteHead();
  void WriteRow(size_t row);
  void WriteCell(size_t row, size_t variant);

  const Page& page_;
  const PartOverview& part_;
  const size_t number_;
  std::string& out_;
};

// Too many: first what is alike everywhere and has no finding goes.
std::vector<size_t> MatrixWriter::RowsWithin(size_t limit) const {
  std::vector<size_t> rows;
  const bool all = part_.objects.size() <= limit;
  for (size_t row = 0; row < part_.objects.size() && rows.size() < limit; ++row) {
    if (all || !Dull(row)) rows.push_back(row);
  }
  return rows;
}

// Heads of columns have no room for the names of variants that were found.
void MatrixWriter::WriteNames() {
  const auto is_long = [](const VariantColumn& variant) { return variant.name.size() > kNameInHead; };
  if (std::none_of(part_.variants.begin(), part_.variants.end(), is_long)) return;
  absl::StrAppend(&out_, "<details class=\"aside\"><summary>names of the variants</summary><ol>");
  for (const VariantColumn& variant : part_.variants) absl::StrAppend(&out_, "<li>", Code(variant.name), "</li>");
  absl::StrAppend(&out_, "</ol></details>\n");
}

void MatrixWriter::WriteHead() {
  absl::StrAppend(&out_, "<thead><tr><th scope=\"col\" class=\"corner\">object</th>");
  for (size_t i = 0; i < part_.variants.size(); ++i) {
    const VariantColumn& variant = part_.variants[i];
    const bool complete = variant.completeness == Completeness::kComplete;
    absl::StrAppend(&out_, "<th scope=\"col\" title=\"", Text(variant.name), "\"><span>", Text(variant.name), "</span><small class=\"number\">", i + 1, "</small>",
                    complete                                                 ? ""
                    : variant.completeness == Completeness::kNotRendered ? "<small>did not render</small>"
                                                                         : "<small>not all read</small>",
                    "</th>");
  }
  absl::StrAppend(&out_, "</tr></thead>\n");
}

void MatrixWriter::WriteCell(size_t row, size_t variant) {
  const ObjectRow& object = part_.objects[row];
  const uint32_t text = object.texts[variant];
  if (text == 0) {
    const bool known = part_.variants[variant].completeness == Completeness::kComplete;
    absl::StrAppend(&out_, known ? "<td class=\"absent\">–" : "<td class=\"unknown\">?", "</td>");
    return;
  }
  const std::string mark = text == 1 ? "●" : TextName(text);
  absl::StrAppend(&out_, text == 1 ? "<td>" : "<td class=\"differs\">");
  const size_t row_number = page_.objects.RowNumber(number_, row);
  const std::vector<size_t>& findings = page_.objects.At(row_number, variant);
  const auto linked = std::find_if(findings.begin(), findings.end(), [&](size_t finding) { return !page_.ids[finding].empty(); });
  if (findings.empty() || linked == findings.end()) {
    absl::StrAppend(&out_, mark, "</td>");
    return;
  }
  absl::StrAppend(&out_, "<a class=\"", SeverityName(GravestOf(page_, findings)), "\" href=\"#", page_.ids[*linked],
                  "\" data-object=\"", row_number, "\" data-variant=\"", page_.NumberOf(part_.variants[variant].name), "\" aria-label=\"",
                  text == 1 ? "present" : absl::StrCat("differs, text ", mark), ", ", Counted(findings.size(), "finding"), "\">",
                  text == 1 ? "" : mark, "<b>", findings.size(), "</b></a></td>");
}

void MatrixWriter::WriteRow(size_t row) {
  const ObjectRow& object = part_.objects[row];
  absl::StrAppend(&out_, Dull(row) ? "<tr class=\"dull\">" : "<tr>", "<th scope=\"row\" data-title=\"", Text(TitleOf(object)),
                  "\"><span class=\"kind\">", Text(object.kind), "</span> ", object.ns.empty() ? "" : absl::StrCat(Text(object.ns), "/"),
                  Text(object.name), "</th>");
  for (size_t variant = 0; variant < part_.variants.size(); ++variant) WriteCell(row, variant);
  absl::StrAppend(&out_, "</tr>\n");
}

size_t MatrixWriter::Write(size_t limit, bool open) {
  size_t partial = 0, differ = 0;
  for (const ObjectRow& object : part_.objects) {
    partial += std::find(object.texts.begin(), object.texts.end(), 0u) != object.texts.end() ? 1 : 0;
    differ += std::any_of(object.texts.begin(), object.texts.end(), [](uint32_t text) { return text > 1; }) ? 1 : 0;
  }
  const std::vector<size_t> rows = RowsWithin(limit);
  absl::StrAppend(&out_, "<details class=\"part\"", open ? " open" : "", "><summary><h3>", page_.TitleOf(part_.chart),
                  "</h3> <span class=\"facts\">", Counted(part_.objects.size(), "object"), ", ", Counted(part_.variants.size(), "variant"));
  if (part_.variants.size() > 1) absl::StrAppend(&out_, "; ", partial, " not in all, ", differ, " differing");
  absl::StrAppend(&out_, "</span></summary>\n");
  if (rows.size() < part_.objects.size()) {
    absl::StrAppend(&out_, "<p class=\"lead\">", part_.objects.size() - rows.size(), " objects are left out, first those that are alike "
                    "in all variants and have no finding.</p>\n");
  }
  WriteNames();
  absl::StrAppend(&out_, "<div class=\"scroll tall\" tabindex=\"0\" role=\"region\" aria-label=\"Objects of ", page_.TitleOf(part_.chart),
                  " by variant\"><table class=\"matrix\">");
  WriteHead();
  absl::StrAppend(&out_, "<tbody>\n");
  for (size_t row : rows) WriteRow(row);
  absl::StrAppend(&out_, "</tbody></table></div></details>\n");
  return rows.size();
}

}  // namespace

void WriteMatrices(const Page& page, std::string* out) {
  const std::vector<PartOverview>& parts = page.overview.parts;
  if (std::all_of(parts.begin(), parts.end(), [](const PartOverview& part) { return part.objects.empty(); })) return;
  absl::StrAppend(out, "<section id=\"objects\"><h2>Objects by variant</h2>\n<ul class=\"legend\">"
                       "<li><span class=\"cell\">●</span> present, with the text that most variants have</li>"
                       "<li><span class=\"cell differs\">B</span> differs: another text, a letter for each</li>"
                       "<li><span class=\"cell absent\">–</span> absent</li>"
                       "<li><span class=\"cell unknown\">?</span> not known</li>"
                       "<li><span class=\"cell\"><a class=\"warning\"><b>2</b></a></span> findings</li></ul>\n"
                       "<p class=\"script-only\" hidden><label><input type=\"checkbox\" id=\"hide-dull\"> only objects that differ, "
                       "are absent somewhere, or have findings</label></p>\n");
  size_t left = kMaxCells, filled = 0;
  for (const PartOverview& part : parts) filled += part.objects.empty() ? 0 : 1;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].objects.empty()) continue;
    const bool open = filled <= 3 && parts[i].objects.size() <= kOpenRows;
    const size_t of_row = parts[i].variants.size() + kCellsOfName;
    left -= of_row * MatrixWriter(page, i, out).Write(left / of_row, open);
  }
  absl::StrAppend(out, "</section>\n");
}

}  // namespace chartlint::html
