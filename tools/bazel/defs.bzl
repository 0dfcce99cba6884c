"""Bazel rules that check Helm charts: see docs/bazel.md.

    chartlint_test          a chart in its variants, as a test
    chartlint_sarif         the same as a build: a SARIF log, whatever is found
    chartlint_merged_sarif  one log of many
    chartlint_toolchain     the programs that they run

A variant is rendered by an action of its own, and the chart is checked by one action that reads all its renders, so that
Bazel repeats only what a change concerns, keeps it, and runs it anywhere. No action sees the network, a home folder or a
cache.
"""

load(":render.bzl", "chartlint_render")
load(":report.bzl", "chartlint_report", "chartlint_report_test", _chartlint_merged_sarif = "chartlint_merged_sarif")
load(":toolchain.bzl", _chartlint_toolchain = "chartlint_toolchain")

chartlint_merged_sarif = _chartlint_merged_sarif
chartlint_toolchain = _chartlint_toolchain

def _as_list(value):
    return value if type(value) == "list" else [value]

def _named(values):
    """`values` of the macros as a dict from the variant's name to its files and dicts."""
    if type(values) == "dict":
        return {name: _as_list(files) for name, files in values.items()}
    named = {}
    for file in values:
        name = file.split(":")[-1].split("/")[-1]
        name = name[:name.rfind(".")] if "." in name else name
        if name == "values":  # the chart's own
            name = "default"
        if name in named:
            fail("two values files are called %s: use a dict, {\"NAME\": \"FILE\"}" % name)
        named[name] = [file]
    return named

def _without(files, own):
    """The files of all variants, each once, but for `own`."""
    all = {file: None for group in files.values() for file in group}
    return [file for file in all if file not in own]

def chartlint_sarif(
        name,
        chart,
        values = None,
        set = None,
        release = "",
        namespace = "",
        kube_version = "",
        api_versions = [],
        config = None,
        config_data = [],
        baseline = None,
        profile = "",
        fail_on = "",
        **kwargs):
    """Checks a chart; NAME.sarif is what was found. The build succeeds also with findings.

    Args:
      name: the target's name. Each variant is a target NAME.VARIANT.
      chart: the chart's files, or a packed one: a label or a list of labels.
      values: its variants. A dict from a variant's name to its values: a file, a dict of values, or a list of both (later
        files win, and dicts over files; an empty list is the chart's own values). A list of files: each is a variant of
        its file's name, `values.yaml` is "default". None: the variants that the configuration names or that chartlint
        finds, rendered in the action that checks.
      set: a dict of values that win over those of every variant. Needs `values`.
      release: the release's name; the chart's if empty.
      namespace: its namespace.
      kube_version: of the cluster, "1.34".
      api_versions: that the cluster has, ["monitoring.coreos.com/v1"].
      config: the configuration, .chartlint.yaml. Renders do not depend on it: what a release is called, values that all
        variants have, and the versions of the cluster belong into the arguments above.
      config_data: files that the configuration includes.
      baseline: SARIF file of findings that are known.
      profile: "default", "strict", "security" or "all"; the configuration's if empty.
      fail_on: "error", "warning", "note" or "never", for the test; the configuration's if empty.
      **kwargs: attributes of all targets, such as visibility and tags.
    """
    if set and values == None:
        fail("`set` needs `values`: {\"default\": []} is the chart's own")
    chart = _as_list(chart) if type(chart) == "string" else chart
    common = dict(kwargs, chart = chart, release = release, namespace = namespace, kube_version = kube_version, api_versions = api_versions)
    variants = _named(values or {})
    files = {variant: [part for part in parts if type(part) != "dict"] for variant, parts in variants.items()}
    renders = []
    for variant, parts in variants.items():
        inline = [part for part in parts if type(part) == "dict"] + ([set] if set else [])
        chartlint_render(
            name = "%s.%s" % (name, variant),
            variant = variant,
            values = files[variant],
            other_values = _without(files, files[variant]),
            inline_values = [json.encode_indent(part, indent = "  ") for part in inline],
            second_release = not renders,
            **common
        )
        renders.append(":%s.%s" % (name, variant))
    chartlint_report(
        name = name,
        renders = renders,
        config = config,
        config_data = config_data,
        baseline = baseline,
        profile = profile,
        fail_on = fail_on,
        **common
    )

def chartlint_test(name, chart, size = "small", timeout = None, flaky = None, visibility = None, tags = [], testonly = None, **kwargs):
    """Checks a chart; fails with the report in the test's log if there are findings from `fail_on` on.

    NAME_sarif is its chartlint_sarif: the same actions, no further ones.

    Args:
      name: the test's name.
      chart: see chartlint_sarif, as all other arguments.
      size: as of every test; likewise timeout, flaky, visibility, tags, testonly.
      timeout: see size.
      flaky: see size.
      visibility: see size.
      tags: see size.
      testonly: see size.
      **kwargs: arguments of chartlint_sarif.
    """
    chartlint_sarif(
        name = name + "_sarif",
        chart = chart,
        visibility = visibility,
        tags = tags,
        testonly = testonly,
        **kwargs
    )
    chartlint_report_test(
        name = name,
        report = ":%s_sarif" % name,
        size = size,
        timeout = timeout,
        flaky = flaky,
        visibility = visibility,
        tags = tags,
        testonly = testonly,
    )
