"""What the rules know of a chart: where it is, and how a command line names it and its variants."""

# How a release of the chart is called and what cluster it is for: the same for its renders and their check, or else the
# check cannot use them.
RELEASE_ATTRS = {
    "release": attr.string(),
    "namespace": attr.string(),
    "kube_version": attr.string(),
    "api_versions": attr.string_list(),
}

CHART_ATTRS = {
    "chart": attr.label_list(allow_files = True, mandatory = True),
}

def chart_path(files):
    """The folder of the chart that these files are, or the one file that is a packed chart or a generated folder."""
    if len(files) == 1 and (files[0].is_directory or files[0].extension == "tgz"):
        return files[0].path
    folder = None
    for file in files:
        if file.basename == "Chart.yaml" and (folder == None or len(file.dirname) < len(folder)):
            folder = file.dirname
    if folder == None:
        fail("no Chart.yaml among the files of `chart`")
    for file in files:
        if not file.path.startswith(folder + "/"):
            # Helm wants a chart in one folder; generated files lie in another one than those of the sources.
            fail("%s of `chart` is not below %s, where Chart.yaml is" % (file.path, folder))
    return folder

def add_release(args, attr):
    """Adds the options of RELEASE_ATTRS to a command line."""
    if attr.release:
        args.add("--release-name", attr.release)
    if attr.namespace:
        args.add("--release-namespace", attr.namespace)
    if attr.kube_version:
        args.add("--kube-version", attr.kube_version)
    args.add_all(attr.api_versions, before_each = "--api-versions")

def add_variant(args, variant, files):
    """Adds a variant and its values files; without any it is the chart's own values."""
    if files:
        args.add_all(files, before_each = "--values", format_each = variant.replace("%", "%%") + "=%s")
    else:
        args.add("--values", variant + "=")
