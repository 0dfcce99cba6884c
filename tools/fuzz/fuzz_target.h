// The entry point of a fuzz target, as libFuzzer names it. Include this and define it.
#ifndef CHARTLINT_TOOLS_FUZZ_FUZZ_TARGET_H_
#define CHARTLINT_TOOLS_FUZZ_FUZZ_TARGET_H_

#include <cstddef>
#include <cstdint>

// Runs the code under test on `size` bytes; any crash, hang or failed check is a find. Returns 0.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size);

#endif  // CHARTLINT_TOOLS_FUZZ_FUZZ_TARGET_H_
