"""The C++ rules that are built into Bazel 4, under the names that rules_cc gives them.

Bazel's own embedded tools load `@rules_cc//cc:defs.bzl`. Re-exporting the native rules here keeps
the build off the network and independent of the rules_cc release that a distribution ships.
"""

cc_binary = native.cc_binary
cc_import = native.cc_import
cc_library = native.cc_library
cc_libc_top_alias = native.cc_libc_top_alias
cc_proto_library = native.cc_proto_library
cc_test = native.cc_test
cc_toolchain = native.cc_toolchain
cc_toolchain_alias = native.cc_toolchain_alias
cc_toolchain_suite = native.cc_toolchain_suite
fdo_prefetch_hints = native.fdo_prefetch_hints
fdo_profile = native.fdo_profile
objc_import = native.objc_import
objc_library = native.objc_library
