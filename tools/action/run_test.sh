#!/bin/bash
# The action's script, run as GitHub's runner would run it.
set -u
program=$PWD/analyzer/chartlint script=$PWD/tools/action/run.sh
action=$PWD/action.yml page=$PWD/docs/github-actions.md
work=$(mktemp -d "${TEST_TMPDIR:-/tmp}/action.XXXXXX")
fail() { echo "FAILED: $*" >&2; tail -n 50 "$work"/{log,out,summary} >&2; exit 1; }
value() { sed -n "s/^$1=//p" "$work/out"; }

mkdir -p "$work/bin" "$work/temp" "$work/workspace/my manifests" "$work/home"
ln -s "$program" "$work/bin/chartlint"
cat >"$work/workspace/my manifests/web.yaml" <<'END'
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  strategy:
    type: RollingUpdate
    rollingUpdate: {maxSurge: 0, maxUnavailable: 0}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: web, image: "example.com/web:1.0"}]
END
sed 's/maxSurge: 0/maxSurge: 1/' "$work/workspace/my manifests/web.yaml" >"$work/workspace/clean.yaml"
printf 'a: [\n' >"$work/workspace/broken.yaml"

# The guide names the inputs and outputs that the action has, with their defaults.
keys() {  # BLOCK: its keys and what `default` says
  sed -n "/^$1:/,/^[a-z]*:\$/p" "$action" | sed -n 's/^  \([a-z-]*\):$/\1/p; s/^    default: "\{0,1\}\([^"]*\)"\{0,1\}$/= \1/p' |
    sed ':a;N;$!ba;s/\n= / = /g'
}
shown=$(sed -n 's/^| `\([a-z-]*\)` |.*| \([^|]*\) |$/\1 = \2/p' "$page" | tr -d '`')
[ "$(cut -d' ' -f1 <<<"$shown")" = "$(keys inputs | cut -d' ' -f1)" ] || fail "the guide's inputs: $shown"
while read -r line; do
  # Without a default of its own, the guide says in words what happens.
  case $line in *" =") ;; *) grep -q -x -F -e "$line" <<<"$shown" || fail "the guide's default is not: $line" ;; esac
done < <(keys inputs)
outputs=$(sed -n 's/^Outputs: //p' "$page" | grep -o '`[a-z-]*`' | tr -d '`')
[ "$outputs" = "$(keys outputs)" ] || fail "the guide's outputs: $outputs"

run() {  # NAME=VALUE...
  : >"$work/out"
  : >"$work/summary"
  env -i PATH="$work/bin:$PATH" HOME="$work/home" GITHUB_OUTPUT="$work/out" GITHUB_STEP_SUMMARY="$work/summary" \
    GITHUB_WORKSPACE="$work/workspace" RUNNER_TEMP="$work/temp" "$@" bash "$script" >"$work/log" 2>&1
}

run "INPUT_PATHS=my manifests/web.yaml" || fail "findings stop the script, and with it the upload"
[ "$(value exit-code)" = 1 ] || fail "exit-code is '$(value exit-code)'"
[ "$(value findings)" = 1 ] || fail "findings is '$(value findings)'"
[ "$(value sarif-file)" = "$work/temp/chartlint.sarif" ] || fail "sarif-file is '$(value sarif-file)'"
grep -q '"strategy-both-zero"' "$work/temp/chartlint.sarif" || fail "the SARIF log lacks the finding"
grep -q '^::error file=my manifests/web.yaml,line=10,col=.*title=strategy-both-zero::' "$work/log" || fail "no annotation"
grep -q 'strategy-both-zero.*`my manifests/web.yaml:10`' "$work/summary" || fail "the summary lacks the finding"

run "INPUT_PATHS=my manifests/web.yaml" INPUT_FAIL_ON=never INPUT_SARIF_FILE=reports/a.sarif \
  INPUT_HTML_FILE=pages/a.html || fail "--fail-on never"
[ "$(value exit-code) $(value findings) $(value sarif-file)" = "0 1 reports/a.sarif" ] || fail "fail-on never, own file"
[ -f "$work/workspace/reports/a.sarif" ] || fail "reports/a.sarif is not there"
grep -q 'data-rule="strategy-both-zero"' "$work/workspace/pages/a.html" || fail "pages/a.html is not there"

run "INPUT_PATHS=clean.yaml
my manifests/web.yaml" || fail "two paths"
grep -q '^2 objects of 2 documents' "$work/summary" || fail "two paths are not both checked"

run INPUT_PATHS=clean.yaml && [ "$(value exit-code) $(value findings)" = "0 0" ] || fail "clean"
run INPUT_PATHS=broken.yaml && [ "$(value exit-code)" = 2 ] || fail "broken"
run INPUT_PATHS=clean.yaml INPUT_CONFIG=missing.yaml && [ "$(value exit-code) $(value sarif-file)" = "3 " ] || fail "usage"

# Not on PATH, and nothing to install: an error that says what to do.
rm "$work/bin/chartlint"
run INPUT_PATHS=clean.yaml PIP_NO_INDEX=1 INPUT_VERSION=0.1.0 && fail "it passes without a program"
grep -q '^::error title=chartlint::chartlint==0.1.0 could not be installed' "$work/log" || fail "no word of it"
echo passed
