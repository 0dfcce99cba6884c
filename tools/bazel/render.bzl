"""One variant of a chart, rendered by Helm: one action, which runs again only when something that it reads has changed."""

load(":chart.bzl", "CHART_ATTRS", "RELEASE_ATTRS", "add_release", "add_variant", "chart_path")
load(":toolchain.bzl", "TOOLCHAIN_TYPE")

ChartlintRenderInfo = provider(
    doc = "A variant of a chart and its render.",
    fields = {
        "variant": "its name",
        "values": "list of its values files; later ones win",
        "folder": "what `chartlint render` wrote: the render, or how it failed",
    },
)

def _inline_values(ctx):
    files = []
    for number, text in enumerate(ctx.attr.inline_values):
        file = ctx.actions.declare_file("%s.values%s.json" % (ctx.label.name, number or ""))
        ctx.actions.write(file, text + "\n")
        files.append(file)
    return files

def _chart_files(ctx, folder):
    """The chart without the values files of its other variants, so that a change of theirs is none of this one's."""
    others = {file: True for file in ctx.files.other_values if file.path != folder + "/values.yaml"}
    return [file for file in ctx.files.chart if file not in others]

def _render_impl(ctx):
    tools = ctx.toolchains[TOOLCHAIN_TYPE]
    chart = chart_path(ctx.files.chart)
    values = ctx.files.values + _inline_values(ctx)
    folder = ctx.actions.declare_directory(ctx.label.name + ".renders")
    args = ctx.actions.args()
    args.add("render")
    args.add(chart)
    add_variant(args, ctx.attr.variant, values)
    add_release(args, ctx.attr)
    args.add("--helm", tools.helm.executable)
    args.add("--output", folder.path)
    args.add("--no-config")
    if not ctx.attr.second_release:
        args.add("--no-second-release")
    ctx.actions.run(
        executable = tools.chartlint,
        arguments = [args],
        inputs = _chart_files(ctx, chart) + values,
        outputs = [folder],
        tools = [tools.helm],
        env = {},
        execution_requirements = {"block-network": "1"},
        mnemonic = "ChartlintRender",
        progress_message = "Rendering %s of %s" % (ctx.attr.variant, ctx.label),
    )
    return [
        DefaultInfo(files = depset([folder])),
        ChartlintRenderInfo(variant = ctx.attr.variant, values = values, folder = folder),
    ]

chartlint_render = rule(
    implementation = _render_impl,
    doc = "A render that never fails the build: what is wrong with it is told by the check.",
    attrs = dict(
        CHART_ATTRS,
        variant = attr.string(mandatory = True),
        values = attr.label_list(allow_files = True),
        other_values = attr.label_list(allow_files = True),
        inline_values = attr.string_list(doc = "JSON texts, which win over the files"),
        second_release = attr.bool(doc = "also under the other release names that a check compares (of one variant)"),
        **RELEASE_ATTRS
    ),
    toolchains = [TOOLCHAIN_TYPE],
)
