#!/bin/bash
# action.yml and the workflow of the guide, by real actionlint. Skipped where $CHARTLINT_ACTIONLINT names none.
set -u
if [ -z "${CHARTLINT_ACTIONLINT:-}" ]; then
  echo "SKIPPED: actionlint is not here (tools/setup --tests installs it where Go is)"
  printf '<testsuites><testsuite name="%s"><testcase name="all"><skipped/></testcase></testsuite></testsuites>\n' "$0" \
    >"${XML_OUTPUT_FILE:-/dev/null}"
  exit 0
fi
here=$PWD
work=$(mktemp -d "${TEST_TMPDIR:-/tmp}/lint.XXXXXX")
mkdir -p "$work/.github/workflows" "$work/tools/action" && cd "$work" && git init -q || exit 1
cp -L "$here/action.yml" .
# actionlint checks an action's metadata, and the inputs it is given, where a workflow uses it.
sed -n '/^```yaml$/,/^```$/{/^```/d;p}' "$here/docs/github-actions.md" |
  sed 's|uses: chartlint/chartlint@.*|uses: ./|' >.github/workflows/check.yaml
grep -q 'uses: ./$' .github/workflows/check.yaml || { echo "FAILED: the guide shows no workflow"; exit 1; }
"$CHARTLINT_ACTIONLINT" -no-color || exit 1

# The check is no empty one: an input that does not exist is told.
sed -i 's/^\( *\)paths:/\1pahts:/' .github/workflows/check.yaml
if "$CHARTLINT_ACTIONLINT" -no-color >said; then echo "FAILED: a wrong input is not noticed"; exit 1; fi
grep -q '"pahts"' said || { cat said; exit 1; }
echo passed
