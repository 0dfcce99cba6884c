#!/usr/bin/env python3
"""The counter counts cases, and never calls a broken run a good one."""
import contextlib
import io
import json
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import test_results  # noqa: E402

GTEST = """<testsuites><testsuite name="A">
<testcase name="Good" classname="A" status="run" result="completed"/>
<testcase name="Bad" classname="A" status="run" result="completed"><failure message="x"/></testcase>
<testcase name="Skipped" classname="A" status="run" result="skipped"><skipped/></testcase>
<testcase name="Off" classname="A" status="notrun" result="suppressed"/>
</testsuite></testsuites>"""
GOOD = '<testsuites><testsuite><testcase name="Good" status="run"/></testsuite></testsuites>'


def summary(label, end):
    return {"id": {"testSummary": {"label": label}}, "testSummary": {"overallStatus": end}}


def completed(label, **what):
    return {"id": {"targetCompleted": {"label": label}}, **what}


class TestResultsTest(unittest.TestCase):
    def count(self, events, files, status=0):
        """(exit code, last line) of the counter."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "events").write_text("\n".join(json.dumps(event) for event in events))
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                code = test_results.main(root / "events", root, status)
            return code, out.getvalue().splitlines()[-1]

    def test_counts_cases(self):
        events = [summary("//a/b:c", "FAILED"), completed("//a/b:c", completed={"success": True})]
        self.assertEqual(self.count(events, {"a/b/c/test.xml": GTEST}, 3),
                         (1, "1 passed, 1 failed, 2 skipped"))

    def test_counts_every_shard(self):
        events = [summary("//a:c", "PASSED")]
        files = {f"a/c/shard_{i}_of_2/test.xml": GOOD for i in (1, 2)}
        self.assertEqual(self.count(events, files), (0, "2 passed, 0 failed, 0 skipped"))

    def test_a_target_without_cases_counts_once(self):
        self.assertEqual(self.count([summary("//a:c", "PASSED")], {}),
                         (0, "1 passed, 0 failed, 0 skipped"))
        self.assertEqual(self.count([summary("//a:c", "TIMEOUT")], {}, 3),
                         (1, "0 passed, 1 failed, 0 skipped"))

    def test_a_test_that_dies_after_its_last_case_fails(self):
        self.assertEqual(self.count([summary("//:c", "FAILED")], {"c/test.xml": GOOD}, 3),
                         (1, "1 passed, 1 failed, 0 skipped"))

    def test_a_target_that_does_not_build_fails(self):
        events = [completed("//a:c", completed={}), completed("//a:d", aborted={"reason": "X"})]
        self.assertEqual(self.count(events, {}, 1), (1, "0 passed, 2 failed, 0 skipped"))

    def test_an_old_result_of_a_broken_target_does_not_count(self):
        events = [summary("//a:c", "NO_STATUS"), completed("//a:c", completed={})]
        self.assertEqual(self.count(events, {"a/c/test.xml": GOOD}, 1),
                         (1, "0 passed, 1 failed, 0 skipped"))

    def test_a_bazel_that_fails_for_no_reported_reason_fails(self):
        self.assertEqual(self.count([], {}, 37), (1, "0 passed, 1 failed, 0 skipped"))


if __name__ == "__main__":
    unittest.main()
