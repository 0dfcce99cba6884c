#!/bin/bash
# The hooks in real pre-commit, in a scratch repository: a clean commit passes, a faulty one fails with the template's line,
# a change of something else checks nothing. Skipped without pre-commit ($CHARTLINT_PRE_COMMIT) or Helm ($CHARTLINT_HELM).
set -u
if [ -z "${CHARTLINT_PRE_COMMIT:-}" ] || [ -z "${CHARTLINT_HELM:-}" ] || ! command -v git >/dev/null; then
  echo "SKIPPED: pre-commit, Helm or git is not here (tools/setup --tests installs the first two)"
  printf '<testsuites><testsuite name="%s"><testcase name="all"><skipped/></testcase></testsuite></testsuites>\n' "$0" \
    >"${XML_OUTPUT_FILE:-/dev/null}"
  exit 0
fi
runfiles=$PWD
work=$(mktemp -d "${TEST_TMPDIR:-/tmp}/hook.XXXXXX")
export HOME=$work/home PRE_COMMIT_HOME=$work/cache XDG_CACHE_HOME=$work/cache HELM_BIN=$CHARTLINT_HELM NO_COLOR=1
export GIT_CONFIG_NOSYSTEM=1 CHARTLINT_BINARY=$runfiles/analyzer/chartlint
export PATH=$work/bin:$(dirname "$CHARTLINT_PRE_COMMIT"):$PATH PIP_NO_INDEX=1 PIP_DISABLE_PIP_VERSION_CHECK=1
mkdir -p "$HOME" "$work/bin"
ln -s "$CHARTLINT_BINARY" "$work/bin/chartlint"
git config --global user.name tester
git config --global user.email tester@example.com
git config --global commit.gpgsign false
fail() { echo "FAILED: $*" >&2; cat "$work/said" >&2; exit 1; }

# The parts of this repository that the hooks are made of, as a repository of their own.
mkdir -p "$work/chartlint/analyzer" "$work/chartlint/tools"
cp -L "$runfiles"/{.pre-commit-hooks.yaml,pyproject.toml,README.md,LICENSE} "$work/chartlint/"
cp -L "$runfiles/analyzer/version.h" "$work/chartlint/analyzer/"
cp -LR "$runfiles/tools/wheel" "$work/chartlint/tools/"
git -C "$work/chartlint" init -q && git -C "$work/chartlint" add -A && git -C "$work/chartlint" commit -qm all || exit 1

mkdir -p "$work/user/charts/web/templates" && cd "$work/user" && git init -q || exit 1
printf 'apiVersion: v2\nname: web\nversion: 1.0.0\n' >charts/web/Chart.yaml
printf 'surge: 1\n' >charts/web/values.yaml
deployment() {
  cat <<END
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 1
  selector: {matchLabels: {app: web}}
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxSurge: {{ .Values.surge }}
      maxUnavailable: $1
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - name: web
          image: example.com/web:1.0
END
}
deployment 0 >charts/web/templates/deployment.yaml
try() {  # HOOK: runs it on what is staged
  pre-commit try-repo "$work/chartlint" "$1" --ref HEAD --verbose >"$work/said" 2>&1
}

for hook in chartlint chartlint-system; do
  git add -A
  try $hook || fail "$hook: a clean chart does not pass"
  grep -q 'no findings' "$work/said" || fail "$hook: the chart was not checked"
  git commit -qm clean --allow-empty

  deployment 0 | sed 's/maxSurge: .*/maxSurge: 0/' >charts/web/templates/deployment.yaml
  git add -A
  try $hook && fail "$hook: a faulty chart passes"
  grep -q 'charts/web/templates/deployment.yaml:[0-9]' "$work/said" || fail "$hook: the template's line is not told"
  grep -q 'strategy-both-zero' "$work/said" || fail "$hook: another finding"
  git commit -qm faulty

  mkdir -p .ci && printf 'steps: [%s]\n' $hook >.ci/steps.yaml && printf '%s\n' $hook >notes.txt
  git add -A
  try $hook || fail "$hook: a change outside of charts does not pass"
  grep -q 'strategy-both-zero\|findings' "$work/said" && fail "$hook: it checked something"
  git commit -qm other
  deployment 0 >charts/web/templates/deployment.yaml
done
# A library chart that was never built into the chart that uses it: its change is found, at its own line.
mkdir -p charts/lib/templates charts/shop/templates
printf 'apiVersion: v2\nname: lib\nversion: 0.1.0\ntype: library\n' >charts/lib/Chart.yaml
printf 'apiVersion: v2\nname: shop\nversion: 1.0.0\ndependencies:\n- {name: lib, version: 0.1.0, repository: "file://../lib"}\n' >charts/shop/Chart.yaml
printf '{{ include "lib.deployment" . }}\n' >charts/shop/templates/deployment.yaml
printf 'surge: 1\n' >charts/shop/values.yaml
{ printf '{{- define "lib.deployment" }}\n'; deployment 0; printf '{{- end }}\n'; } >charts/lib/templates/_deployment.tpl
git add -A && git commit -qm library
sed -i 's/maxSurge: .*/maxSurge: 0/' charts/lib/templates/_deployment.tpl
git add -A
try chartlint && fail "a faulty library chart passes"
grep -q 'charts/lib/templates/_deployment.tpl:13:.*strategy-both-zero' "$work/said" || fail "the library's line is not told"
[ -e charts/shop/charts ] && fail "something was written into the chart"
git reset -q --hard

# What pre-commit does not hand over by itself: a file that is deleted. And what is no text: a packed sub-chart.
git rm -q charts/lib/templates/_deployment.tpl
try chartlint && fail "a chart without its partial passes"
grep -q 'no template is called "lib.deployment"' "$work/said" || fail "the missing partial is not told"
git reset -q --hard
mkdir -p charts/web/charts && printf 'no archive' >charts/web/charts/db-1.0.0.tgz
git add -A
try chartlint && fail "a broken packed sub-chart passes"
grep -q 'charts/web/charts/db-1.0.0.tgz' "$work/said" || fail "the packed sub-chart is not told"
git reset -q --hard

# As the guide shows it: its configuration, but for the place of the repository, and its command for other runners.
page=$runfiles/docs/pre-commit.md
git commit -qam clean
revision=$(git -C "$work/chartlint" rev-parse HEAD)
sed -n '/^```yaml$/,/^```$/{/^```/d;p}' "$page" | sed "s|repo: .*|repo: $work/chartlint|; s|rev: .*|rev: $revision|" >.pre-commit-config.yaml
deployment 0 | sed 's/maxSurge: .*/maxSurge: 0/' >charts/web/templates/deployment.yaml
git add -A
pre-commit validate-config >"$work/said" 2>&1 || fail "the guide's configuration is none"
pre-commit run >"$work/said" 2>&1 && fail "the guide's configuration lets a faulty chart pass"
grep -q 'strategy-both-zero' "$work/said" || fail "the guide's configuration: another finding"
command=$(grep -x 'git diff .*chartlint hook' "$page") || fail "the guide shows no command"
bash -o pipefail -c "$command" >"$work/said" 2>&1 && fail "the guide's command lets a faulty chart pass"
grep -q 'charts/web/templates/deployment.yaml:[0-9].*strategy-both-zero' "$work/said" || fail "the guide's command: another finding"
git reset -q --hard && bash -o pipefail -c "$command" >"$work/said" 2>&1 || fail "the guide's command finds something in nothing"
echo "both hooks work with $(pre-commit --version)"
