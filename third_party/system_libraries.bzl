"""The C++ libraries that the Linux distribution installs, as one Bazel repository.

Headers are found on the compiler's own search path (/usr/include), archives are named by
`-l:libNAME.a`, so that the program carries them and runs where they are not installed. The
repository rule looks for every archive first: a machine that lacks a package is told so in one
sentence instead of by a page of linker errors.
"""

# Target -> the archives it links, in link order; an empty list is a header-only library.
_LIBRARIES = {
    "cli11": [],
    "gtest": ["gmock", "gtest"],
    "gtest_main": ["gmock_main", "gmock", "gtest"],
    "json": [],
    "re2": ["re2"],
    "tree_sitter": ["tree-sitter"],
    "xxhash": ["xxhash"],
    "yaml": ["yaml"],
    "yaml_cpp": ["yaml-cpp"],
    "zlib": ["z"],
}

# Target -> one header by which a missing package shows, relative to /usr/include.
_HEADERS = {
    "absl": "absl/strings/string_view.h",
    "cli11": "CLI/CLI.hpp",
    "gtest": "gtest/gtest.h",
    "json": "nlohmann/json.hpp",
    "re2": "re2/re2.h",
    "tree_sitter": "tree_sitter/api.h",
    "xxhash": "xxhash.h",
    "yaml": "yaml.h",
    "yaml_cpp": "yaml-cpp/yaml.h",
    "zlib": "zlib.h",
}

_LIBRARY = """cc_library(
    name = "{name}",
    linkopts = {linkopts},
    visibility = ["//visibility:public"],
)
"""

def _library_folder(context):
    # Debian and its derivatives keep archives in one folder per architecture.
    for triplet in ["x86_64-linux-gnu", "aarch64-linux-gnu"]:
        folder = context.path("/usr/lib/" + triplet)
        if folder.get_child("libc.a").exists:
            return folder
    fail("no static C library under /usr/lib/<architecture>-linux-gnu: run tools/setup")

def _system_libraries_impl(context):
    folder = _library_folder(context)
    for name, header in _HEADERS.items():
        if not context.path("/usr/include/" + header).exists:
            fail("/usr/include/%s is missing (library %s): run tools/setup" % (header, name))
    build = []
    for name, archives in _LIBRARIES.items():
        for archive in archives:
            if not folder.get_child("lib%s.a" % archive).exists:
                fail("%s/lib%s.a is missing: run tools/setup" % (folder, archive))
        linkopts = ["-l:lib%s.a" % archive for archive in archives]
        build.append(_LIBRARY.format(name = name, linkopts = repr(linkopts)))

    # Abseil's archives refer to each other in circles, hence the group. Its flags library is left
    # out: it is not used, and its global constructors would run in every program.
    abseil = [
        "-l:" + file.basename
        for file in folder.readdir()
        if file.basename.startswith("libabsl_") and file.basename.endswith(".a") and
           not file.basename.startswith("libabsl_flags")
    ]
    if not abseil:
        fail("%s/libabsl_*.a is missing: run tools/setup" % folder)
    linkopts = ["-Wl,--start-group"] + sorted(abseil) + ["-Wl,--end-group", "-pthread"]
    build.append(_LIBRARY.format(name = "absl", linkopts = repr(linkopts)))
    context.file("WORKSPACE", "workspace(name = \"%s\")\n" % context.name)
    context.file("BUILD", "\n".join(build))

# local: looked at again whenever Bazel's server starts, so that `tools/setup` takes effect.
system_libraries = repository_rule(implementation = _system_libraries_impl, local = True)
