#!/bin/bash
# Options in completions (completions_test.sh has the shells) and manual page, shards and merge, by the program as users have it.
set -u
program=$PWD/analyzer/chartlint
work=$(mktemp -d "${TEST_TMPDIR:-/tmp}/commands.XXXXXX")
cd "$work" || exit 1
fail() { echo "FAILED: $*" >&2; exit 1; }

for shell in bash zsh fish; do "$program" completion $shell >completion.$shell || fail "completion $shell"; done
"$program" manpage >page.1 || fail manpage
"$program" completion tcsh 2>said; [ $? = 3 ] || fail "a shell that is not known"

# Every long option and command that --help tells is in all four.
commands=$("$program" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z-]*\) .*/\1/p')
[ "$(echo "$commands" | wc -l)" -ge 10 ] || fail "--help lists no commands"
for help in "" $commands; do
  for option in $("$program" $help --help | grep -o '^  \(-[a-z],\)\?--[a-z-]*' | sed 's/.*--//'); do
    for shell in bash zsh; do grep -q -e "--$option" completion.$shell || fail "$shell: --$option of '$help' is missing"; done
    grep -q -e "-l $option\b" completion.fish || fail "fish: --$option of '$help' is missing"
    sed 's/\\-/-/g' page.1 | grep -q -e "--$option" || fail "manual page: --$option of '$help' is missing"
  done
  grep -q -w -e "$help" page.1 || [ "$help" != "${help#*-}" ] || fail "manual page: $help is missing"
done

if command -v groff >/dev/null; then
  [ -z "$(groff -man -Tutf8 -ww page.1 2>&1 >/dev/null)" ] || fail "groff complains: $(groff -man -Tutf8 -ww page.1 2>&1 >/dev/null)"
fi

# A shard without anything is clean; manifests are of the first; merged, the whole comes out.
printf 'apiVersion: v1\nkind: Service\nmetadata: {name: a, name: b}\n' >twice.yaml
"$program" twice.yaml --shard 1/2 --format sarif=1.sarif --fail-on never >/dev/null || fail "shard 1/2"
"$program" twice.yaml --shard 2/2 --format sarif=2.sarif >said || fail "shard 2/2"
grep -q '^no findings' said || fail "shard 2/2 is not clean"
for wrong in 0/2 3/2 2 a/b; do "$program" twice.yaml --shard $wrong 2>/dev/null; [ $? = 3 ] || fail "--shard $wrong"; done
"$program" merge 1.sarif 2.sarif 1.sarif --output all.sarif || fail merge
python3 - <<'END' || fail "the merged log is another"
import json
one, merged = (json.load(open(name))["runs"] for name in ("1.sarif", "all.sarif"))
assert len(merged) == 1 and one[0]["results"] and len(merged[0]["invocations"]) == 3
key = lambda result: result["partialFingerprints"]["chartlint/v1"]
assert sorted(map(key, merged[0]["results"])) == sorted(map(key, one[0]["results"]))
END
"$program" merge twice.yaml 2>said; [ $? = 2 ] || fail "merge takes what is no log"
"$program" hook 2>said >&2 </dev/null || fail "a hook without files"
echo passed
