"""The programs that the rules run: chartlint and Helm, as a Bazel toolchain.

A toolchain, so that a workspace names them once, and that Bazel picks those of the machine that an action runs on.
"""

# As a text with this repository's name in it: Bazel 4 takes no label here, and reads a bare text in the main repository.
TOOLCHAIN_TYPE = str(Label("//tools/bazel/toolchain:type"))

def _tools_impl(ctx):
    return [platform_common.ToolchainInfo(
        chartlint = ctx.attr.chartlint[DefaultInfo].files_to_run,
        helm = ctx.attr.helm[DefaultInfo].files_to_run,
    )]

_chartlint_tools = rule(
    implementation = _tools_impl,
    attrs = {
        "chartlint": attr.label(executable = True, cfg = "exec", allow_files = True, mandatory = True),
        "helm": attr.label(executable = True, cfg = "exec", allow_files = True, mandatory = True),
    },
)

def chartlint_toolchain(name, chartlint, helm, exec_compatible_with = None):
    """Declares a toolchain `name`, for register_toolchains in WORKSPACE or MODULE.bazel.

    Args:
      name: the toolchain's name.
      chartlint: the program: a file, or a target that builds it.
      helm: Helm 3.12 or later, likewise.
      exec_compatible_with: constraints of the machines that the two run on; all if not told.
    """
    _chartlint_tools(
        name = name + "_programs",
        chartlint = chartlint,
        helm = helm,
    )
    native.toolchain(
        name = name,
        exec_compatible_with = exec_compatible_with,
        toolchain = ":" + name + "_programs",
        toolchain_type = TOOLCHAIN_TYPE,
        visibility = ["//visibility:public"],
    )
