#!/bin/bash
# The completions in the shells that they are for: each reads its script, and offers what it should. One case for each shell;
# a shell that is not here is skipped (tools/setup --tests installs them).
set -u
program=$PWD/analyzer/chartlint
work=$(mktemp -d "${TEST_TMPDIR:-/tmp}/completions.XXXXXX")
export HOME=$work XDG_CONFIG_HOME=$work XDG_DATA_HOME=$work TERM=xterm
cd "$work" || exit 1
fail() { echo "FAILED: $*" >&2; failed=yes; }

# What is typed, and behind the bar words that must be offered for its last word.
lines=("chartlint --fail-on |error never note warning"
  "chartlint exp|explain"
  "chartlint rules --format m|markdown"
  "chartlint completion |bash fish zsh"
  "chartlint charts --fail-|--fail-on"
  "chartlint merge --out|--output")

parses_bash() { bash -n completion.bash; }
offers_bash() {
  bash -c '. ./completion.bash; COMP_WORDS=($1); [[ $1 == *" " ]] && COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _chartlint; echo "${COMPREPLY[*]}"' - "$1"
}

parses_fish() { fish --no-execute completion.fish; }
offers_fish() { fish --no-config -c 'source completion.fish; complete -C $argv[1]' "$1" | cut -f1; }

parses_zsh() { zsh -n completion.zsh; }
cat >tab.zsh <<'END'
# A zsh at a terminal of its own, where $1 is typed and Tab is pressed; prints what it shows until $2 is there.
zmodload zsh/zpty
zpty shell zsh -f -i
said=
wait_for() {
  local part
  integer end=$((SECONDS + 60))
  while (( SECONDS < end )) && [[ $said != *$1* ]]; do zpty -r -t shell part && said+=$part || sleep 0.05; done
}
zpty -w shell "autoload -U compinit; compinit -D -u; source completion.zsh; LISTMAX=1000; bindkey '^I' list-choices; PS1=REA''DY"
wait_for READY
said=
zpty -w -n shell "$1"$'\t'
wait_for "$2"
print -r -- "${said#*$'\t'}"
zpty -d shell
END
offers_zsh() { zsh -f tab.zsh "$1" "${2##* }" | sed 's/\x1b\[[0-9;?]*[A-Za-z]/ /g'; }

cases=
for shell in bash zsh fish; do
  failed=
  "$program" completion $shell >completion.$shell || fail "completion $shell"
  if ! command -v $shell >/dev/null; then
    echo "SKIPPED: $shell is not here"
    cases+="<testcase name=\"$shell\"><skipped/></testcase>"
    continue
  fi
  parses_$shell || fail "$shell cannot read its completions"
  for line in "${lines[@]}"; do
    offered=$(offers_$shell "${line%%|*}" "${line#*|}")
    for word in ${line#*|}; do
      grep -q -w -e "$word" <<<"$offered" || fail "$shell: '${line%%|*}' offers no $word but: $offered"
    done
  done
  if [ $failed ]; then
    all_failed=yes cases+="<testcase name=\"$shell\"><failure/></testcase>"
  else
    echo "$shell: passed" && cases+="<testcase name=\"$shell\"/>"
  fi
done
echo "<testsuites><testsuite name=\"completions\">$cases</testsuite></testsuites>" >"${XML_OUTPUT_FILE:-/dev/null}"
[ -z "${all_failed:-}" ]
