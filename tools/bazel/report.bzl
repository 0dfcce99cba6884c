"""The check of a chart, and what is made of its report: a SARIF log, a test, one log of many."""

load(":chart.bzl", "CHART_ATTRS", "RELEASE_ATTRS", "add_release", "add_variant", "chart_path")
load(":render.bzl", "ChartlintRenderInfo")
load(":toolchain.bzl", "TOOLCHAIN_TYPE")

ChartlintReportInfo = provider(
    doc = "What a check said.",
    fields = {
        "text": "the report as people read it",
        "junit": "the report as test results",
        "exit_code": "file with chartlint's exit code: 0, 1 (findings) or 2 (something could not be read or rendered)",
    },
)

def _report_impl(ctx):
    tools = ctx.toolchains[TOOLCHAIN_TYPE]
    sarif = ctx.actions.declare_file(ctx.label.name + ".sarif")
    text = ctx.actions.declare_file(ctx.label.name + ".txt")
    junit = ctx.actions.declare_file(ctx.label.name + ".xml")
    exit_code = ctx.actions.declare_file(ctx.label.name + ".exit_code")
    inputs = ctx.files.chart + ctx.files.config + ctx.files.config_data + ctx.files.baseline
    args = ctx.actions.args()
    args.add(text)
    args.add(exit_code)
    args.add(tools.chartlint.executable)
    args.add(chart_path(ctx.files.chart))
    for render in [target[ChartlintRenderInfo] for target in ctx.attr.renders]:
        add_variant(args, render.variant, render.values)
        args.add("--renders", render.folder.path)
        inputs = inputs + render.values + [render.folder]
    add_release(args, ctx.attr)
    args.add("--helm", tools.helm.executable)
    if ctx.file.config:
        args.add("--config", ctx.file.config)
    else:
        args.add("--no-config")
    if ctx.file.baseline:
        args.add("--baseline", ctx.file.baseline)
    if ctx.attr.profile:
        args.add("--profile", ctx.attr.profile)
    if ctx.attr.fail_on:
        args.add("--fail-on", ctx.attr.fail_on)
    args.add("--repo-root", ".")
    args.add("--no-cache")
    args.add("--jobs", "1")  # an action is one job of Bazel's
    args.add("--format", "text")
    args.add(sarif, format = "--format=sarif=%s")
    args.add(junit, format = "--format=junit=%s")
    ctx.actions.run_shell(
        # A report of findings is a result; a wrong configuration, or no Helm, is not.
        command = """text=$1 exit_code=$2; shift 2; "$@" >"$text"; code=$?; echo $code >"$exit_code"; [ $code -le 2 ]""",
        arguments = [args],
        inputs = inputs,
        outputs = [sarif, text, junit, exit_code],
        tools = [tools.chartlint, tools.helm],
        env = {},
        execution_requirements = {"block-network": "1"},
        mnemonic = "Chartlint",
        progress_message = "Checking chart %s" % ctx.label,
    )
    return [
        DefaultInfo(files = depset([sarif])),
        OutputGroupInfo(text = depset([text]), junit = depset([junit])),
        ChartlintReportInfo(text = text, junit = junit, exit_code = exit_code),
    ]

chartlint_report = rule(
    implementation = _report_impl,
    attrs = dict(
        CHART_ATTRS,
        renders = attr.label_list(
            providers = [ChartlintRenderInfo],
            doc = "the chart's variants; without any, chartlint finds and renders them itself, in the check's action",
        ),
        config = attr.label(allow_single_file = True),
        config_data = attr.label_list(allow_files = True),
        baseline = attr.label(allow_single_file = True),
        profile = attr.string(values = ["", "default", "strict", "security", "all"]),
        fail_on = attr.string(values = ["", "error", "warning", "note", "never"]),
        **RELEASE_ATTRS
    ),
    toolchains = [TOOLCHAIN_TYPE],
)

_TEST = """#!/bin/sh
cat '{text}'
[ -z "${{XML_OUTPUT_FILE:-}}" ] || cp '{junit}' "$XML_OUTPUT_FILE"
exit "$(cat '{exit_code}')"
"""

def _test_impl(ctx):
    report = ctx.attr.report[ChartlintReportInfo]
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    ctx.actions.write(
        script,
        _TEST.format(
            text = report.text.short_path,
            junit = report.junit.short_path,
            exit_code = report.exit_code.short_path,
        ),
        is_executable = True,
    )
    return [DefaultInfo(
        executable = script,
        runfiles = ctx.runfiles([report.text, report.junit, report.exit_code]),
    )]

chartlint_report_test = rule(
    implementation = _test_impl,
    doc = "Says what the check said, and fails if it did.",
    attrs = {"report": attr.label(providers = [ChartlintReportInfo], mandatory = True)},
    test = True,
)

def _merged_impl(ctx):
    tools = ctx.toolchains[TOOLCHAIN_TYPE]
    merged = ctx.actions.declare_file(ctx.label.name + ".sarif")
    args = ctx.actions.args()
    args.add("merge")
    args.add("--output", merged)
    args.add_all(ctx.files.logs)
    ctx.actions.run(
        executable = tools.chartlint,
        arguments = [args],
        inputs = ctx.files.logs,
        outputs = [merged],
        env = {},
        mnemonic = "ChartlintMerge",
        progress_message = "Merging SARIF logs into %s" % ctx.label,
    )
    return [DefaultInfo(files = depset([merged]))]

chartlint_merged_sarif = rule(
    implementation = _merged_impl,
    doc = "One SARIF log of many, since code hosts take one for a tool and commit.",
    attrs = {"logs": attr.label_list(allow_files = [".sarif"], mandatory = True)},
    toolchains = [TOOLCHAIN_TYPE],
)
