#!/bin/bash
# `chartlint render` and --renders: a check that is given renders says what it says without them, and starts no Helm for them.
# Skipped without Helm ($CHARTLINT_HELM).
set -u
if [ -z "${CHARTLINT_HELM:-}" ]; then
  echo "SKIPPED: Helm is not here (tools/setup --tests installs it)"
  printf '<testsuites><testsuite name="%s"><testcase name="all"><skipped/></testcase></testsuite></testsuites>\n' "$0" \
    >"${XML_OUTPUT_FILE:-/dev/null}"
  exit 0
fi
program=$PWD/analyzer/chartlint
work=$(mktemp -d "${TEST_TMPDIR:-/tmp}/renders.XXXXXX")
cp -LR testdata/charts docs/examples/charts/operator tools/bazel/example/charts/web docs/bazel.md "$work/" && cd "$work" || exit 1
mv operator web charts/
unset HOME XDG_CACHE_HOME
fail() { echo "FAILED: $*" >&2; cat said >&2; exit 1; }

# Real Helm, and a line for each render.
printf '#!/bin/sh\n[ "$1" = template ] && echo "$*" >>"%s/templates"\nexec "%s" "$@"\n' "$work" "$CHARTLINT_HELM" >helm
chmod +x helm
export HELM_BIN=$work/helm
templates() { [ -f templates ] && wc -l <templates || echo 0; }
printf 'hostNetwork: true\nname: x\n' >one.yaml
printf 'replicas: 2\n' >two.yaml

for chart in charts/*/; do
  chart=${chart%/}
  variants=(--values "one=one.yaml" --values "both=one.yaml" --values "both=two.yaml" --values "own=" --no-config)
  rm -rf given given2 templates
  "$program" "$chart" "${variants[@]}" --format json >plain 2>said
  plain=$?
  renders=$(templates)
  # In two folders, as two machines would.
  "$program" render "$chart" --values one=one.yaml --no-config --output given >said 2>&1 || fail "$chart: render"
  "$program" render "$chart" --values both=one.yaml --values both=two.yaml --values own= --no-config --output given2 \
    --no-second-release >said 2>&1 || fail "$chart: render --no-second-release"
  [ -s said ] && fail "$chart: render is not silent"
  rm -f templates
  find given given2 -type f -exec touch -d 2001-01-01 {} +
  chmod -R a-w given given2
  "$program" "$chart" "${variants[@]}" --format json --renders given --renders given2 >rendered 2>said
  [ $? = $plain ] || fail "$chart: another exit code than $plain"
  cmp -s <(grep -v commandLine plain) <(grep -v commandLine rendered) || fail "$chart: another report: $(diff plain rendered)"
  chmod -R u+w given given2
  case $(basename "$chart") in
    # The first variant does not render, so the next one's other releases are made in the check.
    failing | schema) ;;
    *) [ "$(templates)" = 0 ] || fail "$chart: Helm ran: $(cat templates)" ;;
  esac
  [ -z "$(find given given2 -type f -newermt 2002-01-01)" ] || fail "$chart: what was given is changed"
  total=$((${total:-0} + renders))
done
[ "$total" -ge 20 ] || fail "only $total renders were compared"

# The guide's own commands.
mkdir bin && ln -s "$program" bin/chartlint
printf 'replicas: 2\n' | tee prod.yaml >edge.yaml
grep '^chartlint .*charts/web' bazel.md >commands
[ "$(wc -l <commands)" = 3 ] || fail "the guide shows other commands"
PATH=$work/bin:$PATH sh -e commands >report 2>said && [ ! -s said ] || fail "a command of the guide"
grep -q '^no findings in .* 2 variants' report || fail "the guide's check: $(cat report)"

# What is asked for otherwise is rendered anew, and that is said.
"$program" charts/basic --values own= --release-name other --renders given2 --no-config >report 2>said
grep -q '^chartlint: charts/basic: 1 of 1 variants are not in --renders as they are asked for, and were rendered anew$' said ||
  fail "nothing is said of a render that is missing"
"$program" charts/basic --no-second-release --values own= --no-config --rule chart-name-collision --fail-on note >report 2>said ||
  fail "--no-second-release: a rule of two releases"
"$program" render web.yaml --output given 2>said; [ $? = 2 ] || fail "render of what is no chart"
"$program" render charts/basic 2>said; [ $? = 3 ] || fail "render without --output"
"$program" charts/basic --values =x 2>said; [ $? = 3 ] || fail "--values without a name"
echo passed
