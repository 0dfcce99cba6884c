// Command lines as programs read them, a table of cases: the container, the program, the flags.
#include "analyzer/kube/command_line.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "analyzer/kube/container_for_test.h"
#include "gtest/gtest.h"

namespace chartlint {
namespace {

// "program: flag=value [form] ...; -- rest"
std::string Told(const CommandLine& line) {
  std::string told = absl::StrCat(line.known ? "" : "(unknown) ", line.program, line.shell_script ? " (script)" : "", ":");
  for (const FlagOccurrence& flag : line.occurrences) absl::StrAppend(&told, " ", flag.Said());
  for (Node word : line.after_terminator) absl::StrAppend(&told, " | ", word.text());
  return told;
}

TEST(CommandLineTest, FlagsAsTheProgramReadsThem) {
  const struct {
    const char* container;
    const char* told;
  } cases[] = {
      // The program: first word of command, else the image's name.
      {"{image: 'r.example/a/widget-operator:1@sha256:0', args: [--a=b]}", "widget-operator: --a=b"},
      {"{image: x, command: [/usr/bin/widget, --a, b], args: [-c]}", "widget: --a b -c"},
      {"{image: widget}", "(unknown) widget:"},
      {"{image: widget, command: [], args: []}", "(unknown) widget:"},
      {"{image: x, args: [/widget, --a=b]}", "widget: --a=b"},
      // Booleans never take the next word; other flags do.
      {"{image: x, command: [/manager], args: [--leader-elect, --zap-log-level, debug]}",
       "manager: --leader-elect --zap-log-level debug"},
      {"{image: x-operator, args: [--leader-elect, 'false', --zap-log-level=1]}", "x-operator: --leader-elect --zap-log-level=1"},
      // Go's flag package stops at the first word that is no flag; pflag goes on.
      {"{image: x, command: [/manager], args: [--leader-elect, 'false', --zap-log-level=1]}", "manager: --leader-elect"},
      {"{image: x, command: [/manager, run], args: [-leader-elect]}", "manager: -leader-elect"},
      {"{image: x, command: [kubectl, apply, -f, dir, --server-side, extra, --force-conflicts]}",
       "kubectl: -f dir --server-side --force-conflicts"},
      // pflag's one dash is for letters.
      {"{image: x, command: [kubectl, get, -nkube-system, -v=3]}", "kubectl: -n=kube-system -v=3"},
      // Terminators.
      {"{image: widget, args: [--a=b, --, --c, word]}", "widget: --a=b | --c | word"},
      // Wrappers, with and without a terminator of their own.
      {"{image: x, command: [/sbin/tini, -g, --, /widget], args: [--a=b]}", "widget: --a=b"},
      {"{image: x, command: [tini, -p, SIGTERM, widget, --a=b]}", "widget: --a=b"},
      {"{image: x, args: [dumb-init, --, entrypoint, --x]}", "entrypoint: --x"},
      {"{image: x, command: [gosu, nobody, widget, --x]}", "widget: --x"},
      {"{image: x, command: [env, A=1, -u, B, widget, --x]}", "widget: --x"},
      {"{image: x, command: [tini]}", "tini:"},
      // A shell with one plain line is the program; with anything else it is a script.
      {"{image: x, command: [sh, -c, 'exec /bin/widget --a=\"b c\" --d $(POD) ${E}'], env: [{name: POD, value: p}]}",
       "widget: --a=b c --d $(POD)"},
      {"{image: x, command: [/bin/bash, -o, pipefail, -ec], args: [\"set -e\\nwidget \\\\\\n  --a=b\\n\"]}", "widget: --a=b"},
      {"{image: x, command: [sh, -c, 'tini -- widget --a=b']}", "widget: --a=b"},
      {"{image: x, command: [sh, -c, 'a && widget --a=b']}", "sh (script):"},
      {"{image: x, command: [sh, -c, 'widget --a=$(date)']}", "sh (script):"},
      {"{image: x, command: [sh, -c, 'widget \"$@\"', --, --a=b]}", "sh (script):"},
      {"{image: x, command: [sh, -c, 'cd /x\nwidget --a']}", "sh (script):"},
      {"{image: x, command: [sh, -c]}", "sh (script):"},
      {"{image: x, command: [sh, /start.sh, --a=b]}", "sh (script):"},
      {"{image: x, command: [powershell, -c, 'x --a']}", "powershell (script):"},
      // Oddities are kept or left out, never guessed.
      {"{image: widget, args: ['--save', '', -]}", "widget: --save \"\""},
      {"{image: widget, args: ['--long value', --x]}", "widget: --long value --x"},
      {"{image: widget, args: ['-1', ---x, --=y, '--z=']}", "widget: --z="},
      {"{image: widget, args: [--n, -1]}", "widget: --n -1"},
      {"{image: widget, args: [--port, 8080, {a: b}, ~]}", "widget: --port 8080"},
      {"{image: widget, args: '--x'}", "(unknown) widget:"},
  };
  for (const auto& c : cases) EXPECT_EQ(Told(ContainerForTest(c.container)->command_line), c.told) << c.container;
}

TEST(CommandLineTest, LastOccurrenceWins) {
  const ContainerForTest container("{image: x, args: [--a=1, -a=2, --a, '3']}");
  const CommandLine& line = container->command_line;
  ASSERT_TRUE(line.Has("a"));
  EXPECT_EQ(line.Winner("a")->value, "3");
  EXPECT_EQ(line.Winner("a")->value_node, line.items[3]);
  EXPECT_EQ(line.All("a").size(), 3u);
  EXPECT_EQ(line.Winner("b"), nullptr);
}

TEST(CommandLineTest, Library) {
  EXPECT_EQ(ContainerForTest("{image: x, command: [/manager]}")->command_line.library, FlagLibrary::kGoFlag);
  EXPECT_EQ(ContainerForTest("{image: q/grafana-tempo, args: [-x]}")->command_line.library, FlagLibrary::kGoFlag);
  EXPECT_EQ(ContainerForTest("{image: q/source-controller, args: [-x]}")->command_line.library, FlagLibrary::kPflag);
  EXPECT_EQ(ContainerForTest("{image: x, command: [/bin/elasticsearch_exporter]}")->command_line.library, FlagLibrary::kKingpin);
  EXPECT_EQ(ContainerForTest("{image: q/nats-kafka, args: [-x]}")->command_line.library, FlagLibrary::kUnknown);
  EXPECT_EQ(ContainerForTest("{image: q/redis-exporter, args: [-x]}")->command_line.library, FlagLibrary::kUnknown);
  EXPECT_EQ(ContainerForTest("{image: q/package-manager, args: [-x]}")->command_line.library, FlagLibrary::kUnknown);
}

TEST(CommandLineTest, KindOfFlag) {
  EXPECT_EQ(KindOfFlag("leader-elect", "anything"), FlagKind::kBool);
  EXPECT_EQ(KindOfFlag("metrics-bind-address", "anything"), FlagKind::kScalar);
  EXPECT_EQ(KindOfFlag("upstream", "kube-rbac-proxy"), FlagKind::kScalar);
  EXPECT_EQ(KindOfFlag("upstream", "oauth2-proxy"), FlagKind::kList);
  EXPECT_EQ(KindOfFlag("upstream", "anything"), FlagKind::kUnknown);
  EXPECT_EQ(KindOfFlag("config.file", "snmp-exporter"), FlagKind::kList);
  EXPECT_EQ(KindOfFlag("config.file", "prometheus"), FlagKind::kScalar);
  EXPECT_EQ(KindOfFlag("remoteWrite.url", "victoriametrics-vmagent"), FlagKind::kList);
  EXPECT_EQ(KindOfFlag("", ""), FlagKind::kUnknown);
}

TEST(CommandLineTest, GoBool) {
  for (const char* word : {"1", "t", "T", "TRUE", "true", "True"}) EXPECT_EQ(ParseGoBool(word), true) << word;
  for (const char* word : {"0", "f", "F", "FALSE", "false", "False"}) EXPECT_EQ(ParseGoBool(word), false) << word;
  for (const char* word : {"", "yes", "on", "tRUE", " true"}) EXPECT_EQ(ParseGoBool(word), std::nullopt) << word;
}

}  // namespace
}  // namespace chartlint
