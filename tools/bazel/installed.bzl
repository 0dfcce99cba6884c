"""The programs of this machine, for workspaces that do not bring their own."""

_PROGRAMS = {"chartlint": "CHARTLINT_BINARY", "helm": "HELM_BIN"}

def _installed_programs_impl(ctx):
    for program, variable in _PROGRAMS.items():
        named = ctx.os.environ.get(variable)
        path = ctx.path(named) if named else ctx.which(program)
        if path == None or not path.exists:
            fail("%s is not there: install it, or name it in the environment variable %s" % (named or program, variable))
        ctx.symlink(path, program)
    ctx.file("BUILD.bazel", "exports_files(%r)\n" % _PROGRAMS.keys())

installed_programs = repository_rule(
    implementation = _installed_programs_impl,
    doc = "Files `chartlint` and `helm`: what the environment variables CHARTLINT_BINARY and HELM_BIN name, else those on PATH.",
    environ = _PROGRAMS.values(),
    local = True,  # looked at again whenever Bazel's server starts
)
