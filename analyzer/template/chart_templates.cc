#include "analyzer/template/chart_templates.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/template/parser.h"

namespace chartlint {
namespace {

constexpr int kMaxChartDepth = 12;

// Length of the leading "charts/x/charts/y/" of a path.
size_t ChartPrefix(absl::string_view path) {
  size_t at = 0;
  while (absl::StartsWith(path.substr(at), "charts/")) {
    const size_t slash = path.find('/', at + 7);
    if (slash == absl::string_view::npos) break;
    at = slash + 1;
  }
  return at;
}

ChartValue ReadMap(const std::map<std::string, const TemplateSource*>& files, const std::string& path,
                   ValuesLines* lines = nullptr) {
  const auto it = files.find(path);
  std::optional<ChartValue> value;
  if (it != files.end()) value = ReadYaml(it->second->text, lines);
  return value.has_value() && value->IsMap() ? *value : ChartValue::MakeMap({});
}

// Chart.yaml's keys as the fields of .Chart.
ChartValue Metadata(const ChartValue& chart, const std::string& name, bool is_root) {
  ChartValue::Map fields;
  for (const auto& entry : chart.map()) {
    std::string key = entry.first;
    if (!key.empty()) key[0] = absl::ascii_toupper(static_cast<unsigned char>(key[0]));
    if (key == "ApiVersion") key = "APIVersion";
    fields[key] = entry.second;
  }
  for (const char* const key : {"Version", "AppVersion"}) {  // strings, even when written as numbers
    const auto it = fields.find(key);
    if (it == fields.end()) {
      fields[key] = ChartValue::String("");
    } else if (!it->second.IsString()) {
      it->second = ChartValue::String(it->second.Print().value_or(""));
    }
  }
  fields["Name"] = ChartValue::String(name);
  fields["IsRoot"] = ChartValue::Bool(is_root);
  return ChartValue::MakeMap(std::move(fields));
}

// `value` with what lies at `path` unknown.
ChartValue Forget(const ChartValue& value, const std::vector<std::string>& path, size_t at) {
  if (at == path.size()) return ChartValue().WithOrigin(value.origin());
  if (!value.IsMap()) return value;
  ChartValue::Map map = value.map();
  const auto it = map.find(path[at]);
  map[path[at]] =
      it == map.end() ? Forget(ChartValue::MakeMap({}), path, at + 1) : Forget(it->second, path, at + 1);
  return ChartValue::MakeMap(std::move(map)).WithOrigin(value.origin());
}

}  // namespace

ChartTemplates::ChartTemplates(std::vector<TemplateSource> files) {
  std::map<std::string, const TemplateSource*> by_path;
  for (const TemplateSource& file : files) by_path[file.path] = &file;
  const ChartValue chart = ReadMap(by_path, "Chart.yaml");
  AddInstance("", "", chart.Field("name").string_value(), -1, 0, by_path);
  ParseTemplates(files);
  RegisterDefinitions();
  GiveFiles(&files);
}

// As Helm's loader: everything but what a chart is made of (pkg/chart/loader/load.go).
void ChartTemplates::GiveFiles(std::vector<TemplateSource>* files) {
  std::map<std::string, ChartValue::Map> by_directory;
  for (TemplateSource& file : *files) {
    const size_t prefix = ChartPrefix(file.path);
    const std::string below = file.path.substr(prefix);
    static const char* const of_chart[] = {"Chart.yaml", "Chart.lock", "values.yaml", "values.schema.json"};
    if (absl::StartsWith(below, "templates/") || absl::StartsWith(below, "charts/") ||
        std::find(std::begin(of_chart), std::end(of_chart), below) != std::end(of_chart)) {
      continue;
    }
    by_directory[file.path.substr(0, prefix)].emplace(below, ChartValue::String(std::move(file.text)));
  }
  std::map<std::string, ChartValue> shared;
  for (auto& entry : by_directory) shared[entry.first] = ChartValue::MakeMap(std::move(entry.second));
  for (Instance& instance : instances_) {
    const auto own = shared.find(instance.directory);
    instance.files = own == shared.end() ? ChartValue::MakeMap({}) : own->second;
  }
}

void ChartTemplates::AddInstance(const std::string& directory, const std::string& helm_path, std::string name,
                                 int parent, int depth,
                                 const std::map<std::string, const TemplateSource*>& files) {
  const ChartValue chart = ReadMap(files, directory + "Chart.yaml");
  if (instance_by_path_.contains(helm_path) || depth > kMaxChartDepth) return;
  const int id = static_cast<int>(instances_.size());
  instance_by_path_[helm_path] = id;
  Instance instance;
  instance.name = name.empty() ? chart.Field("name").string_value() : std::move(name);
  instance.directory = directory;
  instance.helm_path = helm_path;
  instance.parent = parent;
  instance.metadata = Metadata(chart, instance.name, parent < 0);
  instance.values = ReadMap(files, directory + "values.yaml", &instance.lines);
  instances_.push_back(std::move(instance));

  ChartValue::List dependencies = chart.Field("dependencies").list();
  const ChartValue requirements = ReadMap(files, directory + "requirements.yaml").Field("dependencies");
  dependencies.insert(dependencies.end(), requirements.list().begin(), requirements.list().end());
  const std::string below = directory + "charts/";
  std::set<std::string> folders;
  for (auto it = files.lower_bound(below); it != files.end() && absl::StartsWith(it->first, below); ++it) {
    const size_t slash = it->first.find('/', below.size());
    if (slash == std::string::npos) continue;
    folders.insert(it->first.substr(below.size(), slash - below.size()));
  }
  for (const std::string& folder : folders) {
    const std::string child = below + folder + "/";
    if (files.count(child + "Chart.yaml") == 0) continue;
    std::string own = ReadMap(files, child + "Chart.yaml").Field("name").string_value();
    if (own.empty()) own = folder;
    std::vector<std::string> names;
    for (const ChartValue& dependency : dependencies) {
      if (dependency.Field("name").string_value() != own) continue;
      const std::string& alias = dependency.Field("alias").string_value();
      names.push_back(alias.empty() ? own : alias);
    }
    if (names.empty()) names.push_back(own);
    for (const std::string& n : names) {
      AddInstance(child, absl::StrCat(helm_path, "charts/", n, "/"), n, id, depth + 1, files);
    }
    // Renders of other tools call a sub-chart by its folder.
    const std::string by_folder = absl::StrCat(helm_path, "charts/", folder, "/");
    const auto first = instance_by_path_.find(absl::StrCat(helm_path, "charts/", names[0], "/"));
    if (first != instance_by_path_.end() && !instance_by_path_.contains(by_folder)) {
      const int same = first->second;
      instance_by_path_[by_folder] = same;
    }
  }
}

void ChartTemplates::ParseTemplates(const std::vector<TemplateSource>& files) {
  for (const TemplateSource& file : files) {
    const absl::string_view path = file.path;
    if (!absl::StartsWith(path.substr(ChartPrefix(path)), "templates/")) continue;
    if (file_by_path_.contains(file.path)) continue;
    const int id = static_cast<int>(files_.size());
    files_.emplace_back();
    File& own = files_.back();
    own.path = file.path;
    own.text = file.text;
    file_by_path_[own.path] = id;
    own.error = ParseTemplate(own.text, id, &own.tree);
    if (own.error.has_value()) {
      own.tree = TemplateTree();
      continue;
    }
    NoteRewrites(own);
  }
}

// set, unset and merge change their first argument. A copy (deepCopy) or a variable of another origin is no
// business of ours; a variable that holds .Values is missed.
void ChartTemplates::NoteRewrites(const File& file) {
  const std::string directory = file.path.substr(0, ChartPrefix(file.path));
  bool library = false;
  for (const Instance& instance : instances_) {
    library = library || (instance.directory == directory &&
                          instance.metadata.Field("Type").string_value() == "library");
  }
  for (const TemplateExpr& expr : file.tree.expressions) {
    if (expr.kind != TemplateExprKind::kCommand || expr.operands.size() < 3) continue;
    const absl::string_view function = expr.operands[0]->name;
    const bool sets = function == "set" || function == "unset";
    const bool merges = function == "merge" || function == "mergeOverwrite" || function == "mustMerge" ||
                        function == "mustMergeOverwrite";
    if (!sets && !merges) continue;
    const TemplateExpr* target = expr.operands[1];
    const TemplateExpr* key = expr.operands[2];
    const bool names = target->kind == TemplateExprKind::kDot || target->kind == TemplateExprKind::kField ||
                       target->kind == TemplateExprKind::kVariable;
    if (!names) continue;
    Rewrite rewrite;
    rewrite.directory = library ? "*" : directory;
    const auto at = std::find(target->fields.begin(), target->fields.end(), "Values");
    if (at != target->fields.end()) {
      for (auto field = at + 1; field != target->fields.end(); ++field) rewrite.path.emplace_back(*field);
      if (sets && key->kind == TemplateExprKind::kString) rewrite.path.push_back(key->text);
    } else if (!sets || key->kind != TemplateExprKind::kString) {
      continue;
    } else if (key->text != "Values") {
      const bool on_context = target->kind == TemplateExprKind::kDot || target->name == "$";
      if (on_context && target->fields.empty()) context_keys_.push_back(key->text);
      continue;
    }
    rewrites_.push_back(std::move(rewrite));
  }
}

void ChartTemplates::RegisterDefinitions() {
  std::vector<std::tuple<size_t, std::string, int>> order;
  for (size_t i = 0; i < files_.size(); ++i) {
    if (files_[i].error.has_value()) continue;
    const int instance = InstanceOfFile(static_cast<int>(i));
    const absl::string_view path = files_[i].path;
    const std::string name =
        absl::StrCat(instances_[static_cast<size_t>(instance)].helm_path,
                     path.substr(instances_[static_cast<size_t>(instance)].directory.size()));
    order.emplace_back(std::count(name.begin(), name.end(), '/'), name, static_cast<int>(i));
  }
  std::sort(order.begin(), order.end());  // the winner first: then the first that is not blank stays
  for (const auto& entry : order) {
    const std::deque<TemplateDefinition>& own =
        files_[static_cast<size_t>(std::get<2>(entry))].tree.definitions;
    for (auto it = own.rbegin(); it != own.rend(); ++it) {
      const TemplateDefinition*& known = definitions_[it->name];
      if (known == nullptr || (known->blank && !it->blank)) known = &*it;
    }
  }
}

int ChartTemplates::FindFile(absl::string_view path) const {
  const auto it = file_by_path_.find(path);
  return it == file_by_path_.end() ? -1 : it->second;
}

std::optional<ChartTemplates::Place> ChartTemplates::ResolveSource(absl::string_view source) const {
  const size_t slash = source.find('/');
  const absl::string_view path = slash == absl::string_view::npos ? source : source.substr(slash + 1);
  const size_t prefix = ChartPrefix(path);
  const auto it = instance_by_path_.find(path.substr(0, prefix));
  if (it == instance_by_path_.end()) return std::nullopt;
  Place place;
  place.instance = it->second;
  place.file =
      FindFile(absl::StrCat(instances_[static_cast<size_t>(place.instance)].directory, path.substr(prefix)));
  if (place.file < 0) return std::nullopt;
  return place;
}

int ChartTemplates::InstanceOfFile(int file) const {
  const absl::string_view path = files_[static_cast<size_t>(file)].path;
  const absl::string_view directory = path.substr(0, ChartPrefix(path));
  for (size_t i = 0; i < instances_.size(); ++i) {
    if (instances_[i].directory == directory) return static_cast<int>(i);
  }
  return 0;
}

const TemplateDefinition* ChartTemplates::FindDefinition(absl::string_view name) const {
  const auto it = definitions_.find(name);
  return it == definitions_.end() ? nullptr : it->second;
}

std::vector<ChartValue> ChartTemplates::CoalesceValues(const ChartValue& overrides) const {
  std::vector<ChartValue> values(instances_.size());
  const ChartValue over = overrides.IsMap() ? overrides : ChartValue::MakeMap({});
  values[0] = MergeValues(instances_[0].values, over, /*null_deletes=*/true);
  for (size_t i = 1; i < instances_.size(); ++i) CoalesceInstance(i, &values);
  for (size_t i = 0; i < instances_.size(); ++i) {
    auto root = std::make_shared<const ValuesPathStep>(ValuesPathStep{nullptr, "", static_cast<int>(i)});
    values[i] = values[i].WithOrigin(std::move(root));
  }
  return values;
}

// Parents come before their children in instances_, so the parent's values are complete here.
void ChartTemplates::CoalesceInstance(size_t i, std::vector<ChartValue>* values) const {
  const Instance& instance = instances_[i];
  const ChartValue& parent = (*values)[static_cast<size_t>(instance.parent)];
  const auto block = parent.map().find(instance.name);
  const bool has_block = block != parent.map().end() && block->second.IsMap();
  const ChartValue own =
      has_block ? MergeValues(instance.values, block->second, /*null_deletes=*/true) : instance.values;
  // globals flow down, the parent's win
  ChartValue::Map with_global = own.map();
  const auto up = parent.map().find("global");
  const auto own_global = with_global.find("global");
  ChartValue global = own_global != with_global.end() && own_global->second.IsMap() ? own_global->second
                                                                                    : ChartValue::MakeMap({});
  if (up != parent.map().end() && up->second.IsMap()) global = MergeValues(global, up->second, false);
  with_global["global"] = global;
  (*values)[i] = ChartValue::MakeMap(std::move(with_global));
  // The parent sees the merged values of its sub-chart, too.
  ChartValue::Map up_map = parent.map();
  if (up_map.count(instance.name) == 0 || up_map[instance.name].IsMap()) {
    up_map[instance.name] = (*values)[i];
    (*values)[static_cast<size_t>(instance.parent)] = ChartValue::MakeMap(std::move(up_map));
  }
}

ChartValue ChartTemplates::WithoutRewritten(int instance, const ChartValue& values) const {
  ChartValue result = values;
  for (const Rewrite& rewrite : rewrites_) {
    const bool concerned =
        rewrite.directory == "*" || rewrite.directory == instances_[static_cast<size_t>(instance)].directory;
    if (concerned) result = Forget(result, rewrite.path, 0);
  }
  return result;
}

}  // namespace chartlint
