"""Packs the chartlint program into a wheel: an in-tree build backend (PEP 517), standard library only.

The program is $CHARTLINT_BINARY, else bazel-bin/analyzer/chartlint, else Bazel builds it. It lies in the wheel's `scripts`,
so that installers put it on PATH as it is: no Python runs when it does. It is linked statically, hence the old manylinux
tag; a program that is not gets the plain linux tag.
"""
import base64
import hashlib
import io
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def _version():
    text = (ROOT / "analyzer/version.h").read_text(encoding="utf-8")
    return re.search(r'kVersion\[\] = "([^"]+)"', text).group(1)


def _program():
    named = os.environ.get("CHARTLINT_BINARY")
    if named:
        return pathlib.Path(named).read_bytes()
    built = ROOT / "bazel-bin/analyzer/chartlint"
    return (built if built.is_file() else _build()).read_bytes()


def _build():
    if shutil.which("bazel") is None:
        sys.exit("chartlint is built by Bazel 4.2 on Debian 12 (tools/setup installs what that needs), and bazel is not on PATH; "
                 "or name a built program in $CHARTLINT_BINARY")
    # The checkout may be a temporary one: its server need not stay.
    bazel = ["bazel", "--max_idle_secs=15"]
    subprocess.run(bazel + ["build", "-c", "opt", "//analyzer:chartlint"], cwd=str(ROOT), check=True)
    folder = subprocess.run(bazel + ["info", "-c", "opt", "bazel-bin"], cwd=str(ROOT), check=True, stdout=subprocess.PIPE).stdout
    return pathlib.Path(folder.decode().strip()) / "analyzer/chartlint"


def _is_static(program):
    """True for an ELF file without an interpreter (program header of type PT_INTERP = 3)."""
    if program[:4] != b"\x7fELF" or program[4] != 2:
        return False
    offset = int.from_bytes(program[32:40], "little")
    size = int.from_bytes(program[54:56], "little")
    count = int.from_bytes(program[56:58], "little")
    return all(int.from_bytes(program[offset + i * size:offset + i * size + 4], "little") != 3 for i in range(count))


def _tag(program):
    machine = platform.machine()
    if not _is_static(program):
        return "py3-none-linux_" + machine
    # PEP 600, and its older name for installers that do not know it.
    return "py3-none-manylinux_2_17_{0}.manylinux2014_{0}".format(machine)


def _metadata():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    return ("Metadata-Version: 2.1\nName: chartlint\nVersion: {}\n"
            "Summary: Finds the faults of Helm charts and Kubernetes manifests that lie in the combination\n"
            "Requires-Python: >=3.7\nDescription-Content-Type: text/markdown\n\n{}").format(_version(), readme)


def _record_line(name, data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return "{},sha256={},{}\n".format(name, digest, len(data))


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    version, program = _version(), _program()
    tag = _tag(program)
    info = "chartlint-{}.dist-info".format(version)
    tags = "".join("Tag: py3-none-{}\n".format(part) for part in tag[len("py3-none-"):].split("."))
    files = [
        ("chartlint-{}.data/scripts/chartlint".format(version), program, 0o755),
        (info + "/METADATA", _metadata().encode(), 0o644),
        (info + "/WHEEL", ("Wheel-Version: 1.0\nGenerator: chartlint\nRoot-Is-Purelib: false\n" + tags).encode(), 0o644),
        (info + "/LICENSE", (ROOT / "LICENSE").read_bytes(), 0o644),
    ]
    record = "".join(_record_line(name, data) for name, data, _ in files) + info + "/RECORD,,\n"
    files.append((info + "/RECORD", record.encode(), 0o644))
    name = "chartlint-{}-{}.whl".format(version, tag)
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data, mode in files:
            # A fixed date: the same program gives the same wheel.
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    return name


def build_sdist(sdist_directory, config_settings=None):
    """The files that git knows, from which the wheel is built by Bazel."""
    folder = "chartlint-{}".format(_version())
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=str(ROOT), check=True, stdout=subprocess.PIPE).stdout
    with tarfile.open(os.path.join(sdist_directory, folder + ".tar.gz"), "w:gz", format=tarfile.PAX_FORMAT) as sdist:
        for path in sorted(filter(None, listed.decode().split("\0"))):
            sdist.add(str(ROOT / path), folder + "/" + path, recursive=False)
        metadata = _metadata().encode()
        entry = tarfile.TarInfo(folder + "/PKG-INFO")
        entry.size = len(metadata)
        sdist.addfile(entry, io.BytesIO(metadata))
    return folder + ".tar.gz"


if __name__ == "__main__":
    target = sys.argv[1] if len(sys.argv) > 1 else "dist"
    os.makedirs(target, exist_ok=True)
    print(os.path.join(target, build_wheel(target)))
