#!/bin/bash
# The Bazel rules for users, by real Bazel with real Helm, in the example's workspace (tools/bazel/example): what passes, what
# fails and how, and which actions run again after a change. Skipped without Helm ($CHARTLINT_HELM) or Bazel.
set -u
if [ -z "${CHARTLINT_HELM:-}" ] || ! command -v bazel >/dev/null || [ ! -d /usr/share/bazel/rules/java ]; then
  echo "SKIPPED: Helm (tools/setup --tests installs it) or Debian's Bazel is not here"
  printf '<testsuites><testsuite name="%s"><testcase name="all"><skipped/></testcase></testsuite></testsuites>\n' "$0" \
    >"${XML_OUTPUT_FILE:-/dev/null}"
  exit 0
fi
here=$PWD
work=$(mktemp -d "${TEST_TMPDIR:-/tmp}/bazel.XXXXXX")
mkdir -p "$work/home" "$work/chartlint/tools" "$work/chartlint/third_party"
cp -LR tools/bazel "$work/chartlint/tools/"
cp -LR third_party/bazel "$work/chartlint/third_party/"
echo 'workspace(name = "chartlint")' >"$work/chartlint/WORKSPACE"
export HOME=$work/home CHARTLINT_BINARY=$here/analyzer/chartlint HELM_BIN=$CHARTLINT_HELM
unset TEST_TMPDIR  # Bazel takes it for its own
cd "$work/chartlint/tools/bazel/example" || exit 1

run() {  # bazel with its own server, which ends by itself if this test is killed
  bazel --output_user_root="$work/root" --max_idle_secs=30 --host_jvm_args=-Xmx512m --host_jvm_args=-XX:TieredStopAtLevel=1 \
    "$@" --jobs=2 --noshow_progress --color=no --explain="$work/why" >"$work/said" 2>&1
}
finish() {
  bazel --output_user_root="$work/root" shutdown >/dev/null 2>&1
  chmod -R u+w "$work" && rm -rf "$work"
}
trap finish EXIT
fail() { echo "FAILED: $*" >&2; tail -n 60 "$work/said" >&2; exit 1; }
said() { grep -q -e "$1" "$work/said" || fail "not said: $1"; }
# The actions that ran, sorted: "Rendering prod of //charts/web:test_sarif.prod".
actions() { sed -n "s/^Executing action '\(\(Rendering\|Checking\|Merging\)[^']*\)'.*/\1/p" "$work/why" | sort; }
ran() {  # LINE...
  local expected
  expected=$(printf '%s\n' "$@" | sort)
  [ "$(actions)" = "$expected" ] || fail "these actions ran:
$(actions)
and not:
$expected"
}

# 1. A clean chart passes, in one action for each variant and one for the chart; a log is built whatever is found.
run test //... || fail "the clean chart does not pass"
ran "Rendering default of //charts/web:test_sarif.default" "Rendering prod of //charts/web:test_sarif.prod" \
  "Rendering edge of //charts/web:test_sarif.edge" "Checking chart //charts/web:test_sarif" \
  "Rendering default of //charts/queue:queue.default" "Rendering values-edge of //charts/queue:queue.values-edge" \
  "Checking chart //charts/queue:queue" "Merging SARIF logs into //:charts"
grep -q 'rendered anew' "$work/said" && fail "the check did not use the renders"
grep -q '3 variants' bazel-bin/charts/web/test_sarif.txt || fail "not all variants were checked"
python3 - <<'PY' || fail "the merged log is another"
import json
log = json.load(open("bazel-bin/charts.sarif"))
[run] = log["runs"]
[result] = run["results"]
place = result["locations"][0]["physicalLocation"]
assert result["ruleId"] == "strategy-surge-host-port", result["ruleId"]
assert place["artifactLocation"]["uri"] == "charts/queue/templates/queue.yaml", place
assert place["region"]["startLine"] == 10, place
assert len(run["invocations"]) == 2
PY
if [ -n "${CHARTLINT_SARIF_MULTITOOL:-}" ]; then
  "$CHARTLINT_SARIF_MULTITOOL" validate bazel-bin/charts.sarif --rule-kind 'Sarif;Ghas' >"$work/said" 2>&1 || fail "the log is no SARIF"
fi

# 2. A faulty chart fails with rule, template line and variant in the log, and the same as test results.
run test //charts/queue:test && fail "the faulty chart passes"
said '^charts/queue/templates/queue.yaml:10:[0-9]*: warning: .*\[strategy-surge-host-port\]'
said 'in values-edge (1 of 2)'
grep -q '<testcase classname="strategy-surge-host-port".*line="10"' bazel-testlogs/charts/queue/test/test.xml || fail "no test results"

# 3. One values file changes: its variants alone are rendered.
printf 'replicas: 4\n' >charts/web/values-prod.yaml
run test //charts/web:test || fail "4 replicas"
ran "Rendering prod of //charts/web:test_sarif.prod" "Rendering edge of //charts/web:test_sarif.edge" \
  "Checking chart //charts/web:test_sarif"
printf 'hostNetwork: true\nmore: 1\n' >charts/queue/values-edge.yaml
run build //charts/queue || fail "another value"
ran "Rendering values-edge of //charts/queue:queue.values-edge" "Checking chart //charts/queue:queue"
grep -q 'rendered anew' "$work/said" && fail "a render was not used"
# The configuration: none is.
sed -i 's/a rollout/every rollout/' .chartlint.yaml
run test //charts/web:test || fail "another reason"
ran "Checking chart //charts/web:test_sarif"
sed -i 's/maxSurge: 0/maxSurge: 1/' .chartlint.yaml
run test //charts/web:test && fail "a broken pin passes"
said '\[pin-broken\]'
# Nothing, then a template: all are.
run test //charts/queue:test
run test //charts/queue:test
ran ""
printf '# more\n' >>charts/queue/templates/queue.yaml
run build //charts/queue || fail "a comment"
ran "Rendering default of //charts/queue:queue.default" "Rendering values-edge of //charts/queue:queue.values-edge" \
  "Checking chart //charts/queue:queue"

# Without values, chartlint's own variants in one action; values of a dict win over files.
cat >>charts/queue/BUILD.bazel <<'BUILD'

chartlint_sarif(name = "found", chart = ":chart")

chartlint_sarif(
    name = "set",
    chart = ":chart",
    set = {"hostNetwork": False},
    values = {"off": "values-edge.yaml", "on": ["values-edge.yaml", {"more": [1]}]},
)
BUILD
run build //charts/queue:found //charts/queue:set || fail "further targets"
ran "Checking chart //charts/queue:found" "Checking chart //charts/queue:set" \
  "Rendering off of //charts/queue:set.off" "Rendering on of //charts/queue:set.on"
grep -q 'in values-edge (1 of 2)' bazel-bin/charts/queue/found.txt || fail "no variant was found: $(cat bazel-bin/charts/queue/found.txt)"
grep -q '^no findings in .* 2 variants' bazel-bin/charts/queue/set.txt || fail "set does not win: $(cat bazel-bin/charts/queue/set.txt)"

# 4. A render that fails is a finding of the test, not a failure of the build; so is a chart that is broken.
printf '{{ required "say who you are" .Values.name }}\n' >charts/queue/templates/who.yaml
run build //charts/queue || fail "a failed render stops the build"
grep -q 'rendered anew' "$work/said" && fail "Helm ran twice"
run test //charts/queue:test && fail "a failed render passes"
said '^charts/queue/templates/who.yaml:1:[0-9]*: error: the chart refuses these values: say who you are \[chart-values-invalid\]'
said 'in all 2 variants'
printf 'name: [\n' >charts/queue/Chart.yaml
run test //charts/queue:test && fail "a broken chart passes"
said '\[chart-unreadable\]'

# 5. What is wrong with BUILD files and configuration is said.
mkdir wrong && sed 's/values = .*/values = {"a": []},/' charts/queue/BUILD.bazel >wrong/BUILD.bazel
run build //wrong:queue && fail "no Chart.yaml"
said 'no Chart.yaml among the files of `chart`'
printf 'pin: []\n' >.chartlint.yaml
run test //charts/web:test && fail "a wrong configuration passes"
said '.chartlint.yaml:1:1: error: '
echo passed
