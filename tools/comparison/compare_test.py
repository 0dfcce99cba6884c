#!/usr/bin/env python3
"""Findings are told apart by what they are about, and each tool's report is read as that tool writes it."""
import json
import os
import pathlib
import runpy
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True
import checkers  # noqa: E402
from checkers import Finding  # noqa: E402

compare = runpy.run_path(str(HERE / "compare"))
CHARTLINT = str(HERE.parent.parent / "analyzer" / "chartlint")

# One flag twice; the last one wins.
FAULTY = """apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: apps}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - name: web
          image: example.com/web:1
          args: [--metrics-bind-address=:8080, --metrics-bind-address=0]
"""


class ToldApartTest(unittest.TestCase):
    def told_apart(self, faulty, corrected):
        return compare["told_apart"]([Finding(*found) for found in faulty], [Finding(*found) for found in corrected])

    def test_noise_that_both_files_have_is_no_find(self):
        noise = ("no-limits", "Deployment/web", "web")
        self.assertEqual(self.told_apart([noise], [noise]), ([], []))

    def test_a_check_counts_by_object_and_container(self):
        found, new = self.told_apart([("c", "Deployment/web", "a")], [("c", "Deployment/web", "b")])
        self.assertEqual((found, new), ([Finding("c", "Deployment/web", "a")], [Finding("c", "Deployment/web", "b")]))

    def test_the_second_of_two_equal_findings_is_one(self):
        twice = ("ports-duplicate", "Service/web", "")
        self.assertEqual(self.told_apart([twice, twice], [twice]), ([Finding(*twice)], []))


class PairsTest(unittest.TestCase):
    def test_a_pair_is_a_file_with_its_corrected_state_beside_it(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("b.yaml", "b.ok.yaml", "a.yaml", "c.ok.yaml", "README.md"):
                pathlib.Path(folder, name).write_text("")
            self.assertEqual([name for name, _, _ in compare["pairs_below"](folder)], ["b"])

    def test_a_list_has_comments_and_keeps_its_order(self):
        with tempfile.TemporaryDirectory() as folder:
            listed = pathlib.Path(folder, "list.txt")
            listed.write_text("# two\nz/default.yaml\n\na/default.yaml\n")
            self.assertEqual(compare["renders_below"](folder, str(listed)), ["z/default.yaml", "a/default.yaml"])


class ReportsTest(unittest.TestCase):
    def test_kube_linter(self):
        report = {"Reports": [{"Check": "no-read-only-root-fs", "Diagnostic": {"Message": 'container "web" does not have …'},
                               "Object": {"K8sObject": {"Name": "web", "GroupVersionKind": {"Kind": "Deployment"}}}}]}
        self.assertEqual(checkers.KubeLinter("").findings(json.dumps(report)), [Finding("no-read-only-root-fs", "Deployment/web", "web")])
        self.assertEqual(checkers.KubeLinter("").findings('{"Reports": null}'), [])

    def test_kube_score_counts_warnings_and_worse_that_are_not_skipped(self):
        def check(name, grade, skipped=False, comments=None):
            return {"check": {"id": name}, "grade": grade, "skipped": skipped, "comments": comments}

        checks = [check("fine", 10), check("almost", 7), check("warned", 5, comments=[{"path": "web"}, {"path": "side"}]),
                  check("critical", 1), check("skipped", 1, skipped=True)]
        report = [{"type_meta": {"kind": "Deployment"}, "object_meta": {"name": "web"}, "checks": checks}]
        self.assertEqual(checkers.KubeScore("").findings(json.dumps(report)),
                         [Finding("warned", "Deployment/web", "web"), Finding("warned", "Deployment/web", "side"),
                          Finding("critical", "Deployment/web", "")])
        self.assertEqual(checkers.KubeScore("").findings("null"), [])

    def test_polaris_reports_on_object_pod_and_container(self):
        def failed(name):
            return {name: {"ID": name, "Success": False}, "fine" + name: {"ID": "fine", "Success": True}}

        report = {"Results": [{"Kind": "Deployment", "Name": "web", "Results": failed("a"),
                               "PodResult": {"Results": failed("b"), "ContainerResults": [{"Name": "web", "Results": failed("c")}]}},
                              {"Kind": "Service", "Name": "web", "Results": {}, "PodResult": None}]}
        self.assertEqual(checkers.Polaris("").findings(json.dumps(report)),
                         [Finding("a", "Deployment/web", ""), Finding("b", "Deployment/web", ""), Finding("c", "Deployment/web", "web")])

    def test_checkov_has_one_report_or_several_or_a_summary_of_nothing(self):
        report = {"check_type": "kubernetes", "results": {"failed_checks": [
            {"check_id": "CKV_K8S_21", "resource": "ConfigMap.default.web.v1"}]}}
        expected = [Finding("CKV_K8S_21", "ConfigMap/web.v1", "")]
        for out, found in ((report, expected), ([report, {"results": {}}], expected), ({"passed": 0, "failed": 0}, [])):
            self.assertEqual(checkers.Checkov("").findings(json.dumps(out)), found)

    def test_kubeconform_tells_a_missing_schema_from_a_fault(self):
        def resource(name, status, message=""):
            return {"kind": "Thing", "name": name, "status": status, "msg": message}

        report = {"resources": [resource("a", "statusInvalid", "got string"), resource("b", "statusError", "could not find schema for Thing"),
                                resource("c", "statusValid"), resource("d", "statusSkipped")]}
        self.assertEqual(checkers.Kubeconform("").findings(json.dumps(report)),
                         [Finding("invalid", "Thing/a", ""), Finding("schema-missing", "Thing/b", "")])

    def test_helm_lint(self):
        out = "==> Linting /tmp/x/wrapped\n[INFO] Chart.yaml: icon is recommended\n[ERROR] templates/: cannot patch\n\nError: 1 chart(s) linted\n"
        self.assertEqual(checkers.HelmLint("").findings(out), [Finding("error", "cannot patch", "")])


class WholeTest(unittest.TestCase):
    """With chartlint itself in the tool's place: it is the one that is at hand wherever this test runs."""

    def test_chartlint_tells_the_files_of_a_pair_apart(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "flg-01.yaml").write_text(FAULTY)
            pathlib.Path(folder, "flg-01.ok.yaml").write_text(FAULTY.replace(", --metrics-bind-address=0", ""))
            command = [sys.executable, str(HERE / "compare"), "pairs", folder, "--chartlint", CHARTLINT]
            done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| flg | 1 | 1 |", done.stdout)
        self.assertIn("| chartlint | 0 |", done.stdout)
        self.assertIn("| flg-01 | flags-duplicate |", done.stdout)

    def test_a_report_that_is_none_is_no_clean_run(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.yaml")
            path.write_text(FAULTY)
            with self.assertRaises(ValueError):
                checkers.KubeScore("/bin/false").check(str(path))

    def test_a_render_in_a_chart_is_the_same_text_in_a_file_that_is_no_template(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.yaml")
            path.write_text("message: '{{ $labels.pod }}'\n")
            chart = checkers.HelmLint("").prepared(str(path), os.path.join(folder, "made"))
            self.assertEqual(pathlib.Path(chart, "render.yaml").read_text(), path.read_text())
            self.assertNotIn("$labels", pathlib.Path(chart, "templates", "render.yaml").read_text())


if __name__ == "__main__":
    unittest.main()
