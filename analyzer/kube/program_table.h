// What is known of programs by their name: the library that reads their command line, and whether they only start another
// program (rules/data/programs.yaml). Read once, at first use; safe from any thread.
#ifndef CHARTLINT_ANALYZER_KUBE_PROGRAM_TABLE_H_
#define CHARTLINT_ANALYZER_KUBE_PROGRAM_TABLE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/kube/command_line.h"

namespace chartlint {

// A program that runs the one named after its own options: tini, dumb-init, gosu.
struct Wrapper {
  std::vector<std::string> takes_value;  // its options whose next word is theirs
  int words = 0;                         // own words before the program
  bool assignments = false;              // NAME=value words before the program (env)
};

FlagLibrary LibraryOf(absl::string_view program);
const Wrapper* WrapperNamed(absl::string_view program);  // nullptr if it is none
bool IsPosixShell(absl::string_view program);            // sh, bash, ...
bool IsOtherShell(absl::string_view program);            // powershell, cmd, fish: scripts that are not read

// Reads an item with blanks as several words, or as a line of configuration (envoy, redis).
bool SplitsItemsAtBlanks(absl::string_view program);
// Reads quotes in values itself (VictoriaMetrics' lists).
bool ReadsQuotes(absl::string_view program);
// Hands the words behind `--` on as flags of another program.
bool PassesFlagsOn(absl::string_view program);

// `program` is called `name`, or ends or begins with it at a dash: grafana-tempo and tempo-query are tempo.
bool IsProgram(absl::string_view program, absl::string_view name);

// "/usr/bin/x" -> "x"; "registry/a/b:1.2@sha256:…" is for ImageProgram: "b".
absl::string_view BaseName(absl::string_view path);
absl::string_view ImageProgram(absl::string_view image);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_KUBE_PROGRAM_TABLE_H_
