"""Each tool of the comparison: how it is called, and what it finds in a file, told alike for all of them.

A finding is a triple (check, object, container): the tool's own name of the check; KIND/NAME; the container's name (chartlint: its
place in the list), or "" where a check is about the object as a whole. Only what a tool counts against the file is a finding: kube-score's
grades of warning and critical, checks of Polaris that failed, resources that kubeconform calls invalid or cannot judge.

A new tool is a subclass of Tool and a line in TOOLS.
"""
import collections
import json
import os
import re
import subprocess
import tempfile

Finding = collections.namedtuple("Finding", "check object container")
Run = collections.namedtuple("Run", "status out err")


def run(command, stdin=None, timeout=600):
    """Output and exit status of a command that need not succeed: most tools exit with 1 where they find something."""
    done = subprocess.run(command, input=stdin, capture_output=True, timeout=timeout)
    return Run(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))


class Tool:
    """A tool with one set of options. `name` heads its column; `variant` tells what is switched on, "" for defaults."""

    name = ""
    variant = ""
    knows_nothing = ""  # said, in place of a report, of a file without any object of a kind that the tool knows

    def __init__(self, program):
        self.program = program

    @property
    def title(self):
        return "%s %s" % (self.name, self.variant) if self.variant else self.name

    def command(self, paths):
        """The call that checks files (or folders) and reports for programs."""
        raise NotImplementedError

    def pipe(self):
        """The call that reads one stream from standard input; None where the tool reads none."""
        return None

    def findings(self, out):
        """The findings of a report, as a list; ValueError where the text is no report."""
        raise NotImplementedError

    def prepared(self, path, scratch):
        """What to call the tool with for a render: the file itself, or what is made of it in an empty folder."""
        return path

    def folder_command(self, folder, scratch):
        """The one call that checks every render of a folder: a file for each variant, or a folder with one file."""
        return self.command([self.prepared(path, os.path.join(scratch, str(i))) for i, path in enumerate(files_below(folder))])

    def check(self, path):
        """The findings in one file; ValueError where the tool makes no report."""
        with tempfile.TemporaryDirectory() as scratch:
            done = run(self.command([self.prepared(path, scratch)]))
        if self.knows_nothing and self.knows_nothing in done.err:
            return []
        if not done.out.strip():
            raise ValueError("%s: no report for %s (exit status %d): %s" % (self.title, path, done.status, done.err[-300:]))
        return self.findings(done.out)


class Chartlint(Tool):
    name = "chartlint"
    flags = []

    def command(self, paths):
        return [self.program, "--no-config", "--format", "json"] + self.flags + paths

    def pipe(self):
        return self.command(["-"])

    def folder_command(self, folder, scratch):
        return self.command(["--variants", folder])

    def findings(self, out):
        found = []
        for entry in json.loads(out)["findings"]:
            target = entry.get("object") or {}
            container = re.search(r"[cC]ontainers\[\d+\]", entry.get("path") or "")
            found.append(Finding(entry["rule"], name_of(target.get("kind"), target.get("name")), container.group(0) if container else ""))
        return found


class ChartlintAll(Chartlint):
    variant = "(all profiles)"
    flags = ["--profile", "all"]


class KubeLinter(Tool):
    name = "kube-linter"
    knows_nothing = "no valid objects found"
    flags = []

    def command(self, paths):
        return [self.program, "lint", "--format", "json"] + self.flags + paths

    def pipe(self):
        return self.command(["-"])

    def folder_command(self, folder, scratch):
        return self.command([folder])  # it takes each folder below for a world of its own

    def findings(self, out):
        found = []
        for entry in json.loads(out)["Reports"] or []:
            target = entry["Object"]["K8sObject"]
            container = re.search(r'container "([^"]+)"', entry["Diagnostic"]["Message"])
            found.append(Finding(entry["Check"], name_of(target["GroupVersionKind"]["Kind"], target["Name"]), container.group(1) if container else ""))
        return found


class KubeLinterAll(KubeLinter):
    variant = "(all checks)"
    # Schemas would come from the network; kubeconform is here for that.
    flags = ["--add-all-built-in", "--exclude", "schema-validation"]


class KubeScore(Tool):
    name = "kube-score"
    optional = []
    counted = 5  # grades: 1 critical, 5 warning, 7 almost fine, 10 fine

    def command(self, paths):
        return [self.program, "score", "--output-format", "json"] + self.flags() + paths

    def flags(self):
        return []

    def pipe(self):
        return self.command(["-"])

    def findings(self, out):
        found = []
        for scored in json.loads(out) or []:
            target = name_of(scored["type_meta"]["kind"], scored["object_meta"].get("name"))
            for result in scored["checks"] or []:
                if result["skipped"] or result["grade"] > self.counted:
                    continue
                for comment in result["comments"] or [{"path": ""}]:
                    found.append(Finding(result["check"]["id"], target, comment["path"]))
        return found


class KubeScoreAll(KubeScore):
    variant = "(all checks)"

    def flags(self):
        """Every test that the program itself lists as optional."""
        listed = [line.split(",") for line in run([self.program, "list"]).out.splitlines()]
        return [flag for entry in listed if entry[-1] == "optional" for flag in ("--enable-optional-test", entry[0])]


class Polaris(Tool):
    name = "Polaris"

    def command(self, paths):
        # One path a call; a folder is read as a whole.
        return [self.program, "audit", "--format", "json", "--audit-path"] + paths

    def folder_command(self, folder, scratch):
        return self.command([folder])

    def pipe(self):
        return self.command(["-"])

    def findings(self, out):
        found = []
        for entry in json.loads(out)["Results"] or []:
            target = name_of(entry["Kind"], entry["Name"])
            pod = entry["PodResult"] or {}
            parts = [("", entry["Results"]), ("", pod.get("Results"))]
            parts += [(part["Name"], part["Results"]) for part in pod.get("ContainerResults") or []]
            for container, results in parts:
                found += [Finding(result["ID"], target, container) for result in (results or {}).values() if not result["Success"]]
        return found


class Checkov(Tool):
    name = "Checkov"
    flags = ["--framework", "kubernetes"]

    def command(self, paths):
        # Unless told to skip it, it asks a server for what its checks are called there.
        return [self.program, "-f"] + paths + self.options()

    def folder_command(self, folder, scratch):
        return [self.program, "-d", folder] + self.options()

    def options(self):
        return self.flags + ["-o", "json", "--compact", "--quiet", "--skip-download"]

    def findings(self, out):
        reports = json.loads(out)
        found = []
        for report in reports if isinstance(reports, list) else [reports]:
            for entry in report.get("results", {}).get("failed_checks", []):
                # KIND.NAMESPACE.NAME; a name may hold points.
                words = entry["resource"].split(".", 2)
                place = name_of(words[0], words[2]) if len(words) == 3 else entry["resource"]
                found.append(Finding(entry["check_id"], place, ""))
        return found


class CheckovAll(Checkov):
    variant = "(all frameworks)"
    flags = []


class Kubeconform(Tool):
    """Asks for schemas in the folder `schemas`, laid out as its own public collection is."""

    name = "kubeconform"
    flags = []
    schemas = ""
    kube_version = "1.34.0"

    def command(self, paths):
        location = self.schemas + "/{{ .NormalizedKubernetesVersion }}-standalone{{ .StrictSuffix }}/{{ .ResourceKind }}{{ .KindSuffix }}.json"
        return [self.program, "-output", "json", "-kubernetes-version", self.kube_version, "-schema-location", location] + self.flags + paths

    def pipe(self):
        return self.command(["-"])

    def findings(self, out):
        found = []
        for entry in json.loads(out)["resources"] or []:
            if entry["status"] in ("statusInvalid", "statusError"):
                missing = "could not find schema" in entry["msg"]
                check = "schema-missing" if missing else entry["status"].replace("status", "").lower()
                found.append(Finding(check, name_of(entry["kind"], entry["name"]), ""))
        return found


class KubeconformStrict(Kubeconform):
    variant = "(strict)"
    flags = ["-strict", "-ignore-missing-schemas"]


class HelmLint(Tool):
    """`helm lint` reads charts only, so a render is laid into a chart whose one template gives it back as it is."""

    name = "helm lint"
    flags = []

    def command(self, paths):
        return [self.program, "lint"] + self.flags + paths

    def prepared(self, path, scratch):
        chart = os.path.join(scratch, "wrapped")
        wrap(path, chart)
        return chart

    def findings(self, out):
        found = []
        for line in out.splitlines():
            said = re.match(r"\[(WARNING|ERROR)\] (\S+): (.*)", line)
            if said:
                found.append(Finding(said.group(1).lower(), re.sub(r"^.*/wrapped/", "", said.group(3))[:80], ""))
        return found


class HelmLintStrict(HelmLint):
    variant = "(strict)"
    flags = ["--strict"]


def wrap(path, chart):
    """Makes a chart of a render. Its text is a file of the chart: `{{` in it is no template."""
    os.makedirs(os.path.join(chart, "templates"))
    with open(path, "rb") as source, open(os.path.join(chart, "render.yaml"), "wb") as target:
        target.write(source.read())
    write(os.path.join(chart, "Chart.yaml"), "apiVersion: v2\nname: wrapped\nversion: 1.0.0\nicon: https://example.com/icon.png\n")
    write(os.path.join(chart, "values.yaml"), "")
    write(os.path.join(chart, "templates", "render.yaml"), '{{ .Files.Get "render.yaml" }}\n')


def files_below(folder):
    """Every .yaml file below a folder, by path; of a file, itself."""
    if os.path.isfile(folder):
        return [folder]
    return sorted(os.path.join(root, name) for root, _, names in os.walk(folder) for name in names if name.endswith(".yaml"))


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def name_of(kind, name):
    return "%s/%s" % (kind or "?", name or "?")


# With their defaults, and with all that they can check.
TOOLS = [
    ("chartlint", Chartlint, ChartlintAll),
    ("kube-linter", KubeLinter, KubeLinterAll),
    ("kube-score", KubeScore, KubeScoreAll),
    ("polaris", Polaris, None),
    ("checkov", Checkov, CheckovAll),
    ("kubeconform", Kubeconform, KubeconformStrict),
    ("helm", HelmLint, HelmLintStrict),
]
