"""Fuzz targets."""

def cc_fuzz_test(name, srcs, corpus = [], deps = [], **kwargs):
    """A libFuzzer target that is an ordinary test everywhere else.

    `bazel build --config=fuzz //package:NAME` makes a fuzzer: run it with a corpus folder. Without
    that configuration the target is a test that runs the entry point over every file of `corpus`,
    so that what a fuzzer once found stays found.

    Args:
      name: of the target.
      srcs: files of which one defines LLVMFuzzerTestOneInput, after including
        "tools/fuzz/fuzz_target.h".
      corpus: labels of the seed files.
      deps: libraries under test.
      **kwargs: further attributes of cc_test.
    """
    native.cc_test(
        name = name,
        srcs = srcs,
        args = ["$(locations %s)" % label for label in corpus],
        data = corpus,
        linkopts = select({
            "//:libfuzzer": ["-fsanitize=fuzzer"],
            "//conditions:default": [],
        }),
        deps = deps + ["//tools/fuzz:fuzz_target"] + select({
            "//:libfuzzer": [],
            "//conditions:default": ["//tools/fuzz:corpus_main"],
        }),
        **kwargs
    )
