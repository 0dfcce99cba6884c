#!/bin/bash
# The wheel without a built program: real Bazel builds it, from a checkout and from a source archive that pip unpacks. The
# workspace has this repository's layout, and a program that is there at once; the whole one takes minutes to compile.
set -u
if ! command -v bazel >/dev/null || ! command -v git >/dev/null || ! command -v python3 >/dev/null; then
  echo "SKIPPED: bazel, git or python3 is not here"
  printf '<testsuites><testsuite name="%s"><testcase name="all"><skipped/></testcase></testsuite></testsuites>\n' "$0" \
    >"${XML_OUTPUT_FILE:-/dev/null}"
  exit 0
fi
runfiles=$PWD
work=$(mktemp -d "${TEST_TMPDIR:-/tmp}/wheel.XXXXXX")
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
unset TEST_TMPDIR CHARTLINT_BINARY
export HOME=$work/home PIP_NO_INDEX=1 PIP_DISABLE_PIP_VERSION_CHECK=1 GIT_CONFIG_NOSYSTEM=1
mkdir -p "$HOME" "$work/checkout/analyzer" "$work/checkout/tools" && cd "$work/checkout" || exit 1
fail() { echo "FAILED: $*" >&2; tail -n 40 "$work/said" >&2; exit 1; }

cp -L "$runfiles"/{pyproject.toml,README.md,LICENSE} .
cp -LR "$runfiles/tools/wheel" tools/
cp -L "$runfiles/analyzer/version.h" "$runfiles/analyzer/chartlint" analyzer/
mv analyzer/chartlint analyzer/program
echo 'workspace(name = "chartlint")' >WORKSPACE
printf 'startup --output_user_root=%s/root\nbuild --noshow_progress --color=no\n' "$work" >.bazelrc
echo 'genrule(name = "make", srcs = ["program"], outs = ["chartlint"], cmd = "cp $< $@", executable = True)' >analyzer/BUILD.bazel
git init -q && git add -A

holds_program() {  # WHEEL
  python3 - "$1" <<'END'
import sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
[name] = [name for name in wheel.namelist() if name.endswith("/scripts/chartlint")]
assert wheel.read(name) == open("analyzer/program", "rb").read()
END
}

tools/wheel/build "$work/built" >"$work/said" 2>&1 || fail "a checkout"
holds_program "$work"/built/chartlint-*-py3-none-manylinux*.whl || fail "a checkout: another program"

python3 -c 'import sys; sys.path.insert(0, "tools/wheel"); import backend; print(backend.build_sdist(sys.argv[1]))' "$work" \
  >"$work/said" 2>&1 || fail "a source archive"
if python3 -m pip --version >/dev/null 2>&1; then
  python3 -m pip wheel --no-deps --wheel-dir "$work/of-archive" "$work"/chartlint-*.tar.gz >"$work/said" 2>&1 || fail "pip on the source archive"
  holds_program "$work"/of-archive/chartlint-*.whl || fail "pip on the source archive: another program"
else
  echo "without pip"
fi

# Without Bazel: a sentence that says what is missing.
git clean -qfdx && mkdir "$work/bin" && ln -s "$(command -v python3)" "$work/bin/" || exit 1
PATH=$work/bin python3 tools/wheel/backend.py "$work/none" >"$work/said" 2>&1 && fail "it packs a program that is not there"
grep -q '^chartlint is built by Bazel' "$work/said" || fail "no word of Bazel"
bazel shutdown >/dev/null 2>&1
echo passed
