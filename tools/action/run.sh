#!/bin/bash
# The step of the GitHub Action: finds or installs chartlint, runs it, writes the reports and the outputs.
#
# From action.yml:  INPUT_PATHS INPUT_CONFIG INPUT_VERSION INPUT_FAIL_ON INPUT_SARIF_FILE INPUT_HTML_FILE
# From the runner:  GITHUB_OUTPUT GITHUB_STEP_SUMMARY GITHUB_WORKSPACE RUNNER_TEMP
# Outputs: sarif-file, exit-code, findings (number of errors, warnings and notes that count).
# Ends with 0 whatever is found, so that the upload takes place; a later step fails the job by exit-code.
# Ends with 3 if chartlint cannot be had.
set -u

if ! command -v chartlint >/dev/null; then
  requirement=chartlint${INPUT_VERSION:+==$INPUT_VERSION}
  echo "::group::Install $requirement"
  python3 -m venv "$RUNNER_TEMP/chartlint" &&
    "$RUNNER_TEMP/chartlint/bin/pip" install --disable-pip-version-check --only-binary :all: "$requirement"
  installed=$?
  echo "::endgroup::"
  if [ $installed != 0 ]; then
    echo "::error title=chartlint::$requirement could not be installed; put chartlint on PATH in an earlier step"
    exit 3
  fi
  PATH=$RUNNER_TEMP/chartlint/bin:$PATH
fi

cd "${GITHUB_WORKSPACE:-.}" || exit 3
sarif=${INPUT_SARIF_FILE:-${RUNNER_TEMP:-/tmp}/chartlint.sarif}
json=${RUNNER_TEMP:-/tmp}/chartlint.json
summary=${RUNNER_TEMP:-/tmp}/chartlint.md
rm -f "$sarif" "$json" "$summary"
mkdir -p "$(dirname "$sarif")"

# One path a line, so that names may hold blanks; `-` in front is no option.
arguments=(--format github --format "sarif=$sarif" --format "json=$json" --format "markdown=$summary")
[ -n "${INPUT_CONFIG:-}" ] && arguments+=(--config "$INPUT_CONFIG")
[ -n "${INPUT_FAIL_ON:-}" ] && arguments+=(--fail-on "$INPUT_FAIL_ON")
if [ -n "${INPUT_HTML_FILE:-}" ]; then
  mkdir -p "$(dirname "$INPUT_HTML_FILE")"
  arguments+=(--format "html=$INPUT_HTML_FILE")
fi
paths=()
while IFS= read -r path; do
  [ -n "$path" ] && paths+=("$path")
done <<<"${INPUT_PATHS:-}"
chartlint "${arguments[@]}" -- "${paths[@]}" </dev/null
code=$?

[ -f "$summary" ] && [ -n "${GITHUB_STEP_SUMMARY:-}" ] && cat "$summary" >>"$GITHUB_STEP_SUMMARY"
findings=
if [ -f "$json" ]; then
  findings=$(python3 -c '
import json, sys
summary = json.load(open(sys.argv[1], encoding="utf-8"))["summary"]
print(summary["errors"] + summary["warnings"] + summary["notes"])' "$json")
fi
[ -f "$sarif" ] || sarif=
{
  echo "sarif-file=$sarif"
  echo "exit-code=$code"
  echo "findings=$findings"
} >>"${GITHUB_OUTPUT:-/dev/stdout}"
exit 0
