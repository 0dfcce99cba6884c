#!/usr/bin/env python3
"""Counts the results of one `bazel test`.

usage: test_results.py EVENTS TESTLOGS STATUS
  EVENTS    what --build_event_json_file wrote: which targets ran, and how each ended
  TESTLOGS  the bazel-testlogs folder, with each target's test.xml
  STATUS    Bazel's exit code

Prints the failing tests with the ends of their logs, and as last line "N passed, N failed, N
skipped". A test that lists its cases (GoogleTest) counts by case, any other by target. Exits with 1
if anything failed, or if Bazel did while nothing that it reported explains it.
"""
import json
import pathlib
import sys
import xml.etree.ElementTree as ET

LOG_LINES = 40
MAX_LOGS = 10


def read_events(path):
    """Label -> "PASSED", "FAILED", ... of the tests that ran; labels of targets not built."""
    ran, broken = {}, []
    for line in pathlib.Path(path).read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            event = json.loads(line)
        except ValueError:  # the last line of a Bazel that was killed
            continue
        if "testSummary" in event:
            ran[event["id"]["testSummary"]["label"]] = event["testSummary"]["overallStatus"]
        identity = event.get("id", {})
        target = identity.get("targetCompleted") or identity.get("unconfiguredLabel") or \
            identity.get("configuredLabel")
        if target and ("aborted" in event or "completed" in event) and \
                not event.get("completed", {}).get("success", False):
            broken.append(target["label"])
    unbuilt = {label for label in broken if ran.get(label, "NO_STATUS") == "NO_STATUS"}
    return {label: end for label, end in ran.items() if label not in unbuilt}, sorted(unbuilt)


def folder(testlogs, label):
    """The folder of a target's results: //a/b:c -> TESTLOGS/a/b/c."""
    package, _, name = label.lstrip("/").partition(":")
    return pathlib.Path(testlogs) / package / name


def cases(files):
    """(name, "passed" | "failed" | "skipped") of each case in a target's test.xml files."""
    found = []
    for file in files:
        try:
            root = ET.parse(file).getroot()
        except (ET.ParseError, OSError):
            continue
        for case in root.iter("testcase"):
            name = ".".join(filter(None, [case.get("classname"), case.get("name")]))
            if case.find("failure") is not None or case.find("error") is not None:
                found.append((name, "failed"))
            elif case.find("skipped") is not None or case.get("status") == "notrun" or \
                    case.get("result") in ("skipped", "suppressed"):
                found.append((name, "skipped"))
            else:
                found.append((name, "passed"))
    return found


def main(events, testlogs, status):
    count = {"passed": 0, "failed": 0, "skipped": 0}
    failures, logs = [], []
    ran, unbuilt = read_events(events)
    for label, end in sorted(ran.items()):
        place = folder(testlogs, label)
        results = cases(sorted(place.glob("**/test.xml")))
        if not results:
            results = [("", "passed" if end in ("PASSED", "FLAKY") else "failed")]
        failed = [name for name, result in results if result == "failed"]
        if end not in ("PASSED", "FLAKY") and not failed:  # it died after its last case
            results.append(("", "failed"))
            failed = [end.lower()]
        for _, result in results:
            count[result] += 1
        if failed:
            failures += [f"{label} {name}".rstrip() for name in failed]
            logs += sorted(place.glob("**/test.log"))
    for label in unbuilt:
        count["failed"] += 1
        failures.append(f"{label} does not build")
    if status != 0 and not failures:
        count["failed"] += 1
        failures.append(f"bazel ended with exit code {status}")
    for log in logs[:MAX_LOGS]:
        print(f"\n== {log}")
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
        if lines and lines[0].startswith("exec ${PAGER"):  # Bazel makes its logs runnable
            del lines[0]
        print("\n".join(lines[-LOG_LINES:]))
    if failures:
        print("\nFailed:")
        print("\n".join(f"  {failure}" for failure in failures))
    print(f"\n{count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped")
    return 1 if count["failed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
