#include "analyzer/process/process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzer/process/interrupts.h"

namespace chartlint {
namespace {

ProcessRequest Shell(const std::string& script) {
  ProcessRequest request;
  request.argv = {"sh", "-c", script};
  return request;
}

bool Alive(const std::string& pid_text) {
  int pid = 0;
  if (!absl::SimpleAtoi(pid_text, &pid)) return false;
  std::ifstream stat(absl::StrCat("/proc/", pid, "/stat"));
  std::string line;
  // A zombie that its new parent has not waited for yet is not alive.
  return std::getline(stat, line) && line.find(") Z ") == std::string::npos;
}

// SIGKILL was sent, but on a busy machine the kernel may take its time to end the process.
bool EndsSoon(const std::string& pid_text) {
  for (int i = 0; i < 250 && Alive(pid_text); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  return !Alive(pid_text);
}

TEST(RunProcess, GivesOutputErrorsAndExitCode) {
  const auto result = RunProcess(Shell("echo out; echo err >&2; exit 3"));
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->out, "out\n");
  EXPECT_EQ(result->err, "err\n");
  EXPECT_EQ(result->exit_code, 3);
  EXPECT_EQ(result->signal, 0);
  EXPECT_FALSE(result->ok());
}

TEST(RunProcess, PassesArgumentsWithoutAShell) {
  ProcessRequest request;
  request.argv = {"printf", "%s|", "a b", "$HOME", "*", "", "'"};
  const auto result = RunProcess(request);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->out, "a b|$HOME|*||'|");
}

TEST(RunProcess, SetsDirectoryEnvironmentAndInput) {
  ProcessRequest request = Shell("pwd; echo $GREETING; cat");
  request.directory = "/usr";
  request.environment = {{"GREETING", "hello"}};
  request.input = std::string(300'000, 'x');
  const auto result = RunProcess(request);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->out, "/usr\nhello\n" + request.input);
}

TEST(RunProcess, EnvironmentReplacesWhatIsThere) {
  setenv("CHARTLINT_TEST_NAME", "old", 1);
  ProcessRequest request = Shell("echo $CHARTLINT_TEST_NAME; env | grep -c CHARTLINT_TEST_NAME=");
  request.environment = {{"CHARTLINT_TEST_NAME", "new"}};
  const auto result = RunProcess(request);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->out, "new\n1\n");
}

TEST(RunProcess, AChildThatDoesNotReadItsInputIsNoTrouble) {
  ProcessRequest request = Shell("exec true");
  request.input = std::string(4'000'000, 'x');
  const auto result = RunProcess(request);
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->ok());
}

TEST(RunProcess, NamesAMissingProgram) {
  ProcessRequest request;
  request.argv = {"chartlint-no-such-program"};
  EXPECT_EQ(RunProcess(request).status().code(), absl::StatusCode::kNotFound);
  request.argv = {"/etc/passwd"};
  EXPECT_EQ(RunProcess(request).status().code(), absl::StatusCode::kPermissionDenied);
  request.argv.clear();
  EXPECT_EQ(RunProcess(request).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(RunProcess, TellsTheSignal) {
  const auto result = RunProcess(Shell("kill -SEGV $$"));
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->signal, SIGSEGV);
}

TEST(RunProcess, TimeLimitEndsTheWholeGroup) {
  ProcessRequest request = Shell("sleep 50 & echo $!; trap '' TERM; wait");
  request.time_limit = absl::Milliseconds(200);
  const auto result = RunProcess(request);
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->timed_out);
  EXPECT_EQ(result->signal, SIGKILL);
  EXPECT_LT(result->elapsed, absl::Seconds(5));
  EXPECT_TRUE(EndsSoon(std::string(absl::StripSuffix(result->out, "\n"))));
}

TEST(RunProcess, DoesNotWaitForAPipeThatAGrandchildHolds) {
  const auto result = RunProcess(Shell("sleep 50 & echo $!"));
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->ok());
  EXPECT_LT(result->elapsed, absl::Seconds(5));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_TRUE(EndsSoon(std::string(absl::StripSuffix(result->out, "\n"))));
}

TEST(RunProcess, WaitsForAChildThatClosedItsOutput) {
  const auto result = RunProcess(Shell("exec >&- 2>&-; sleep 0.2; exit 7"));
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->exit_code, 7);
}

TEST(RunProcess, EndlessOutputIsStoppedAtTheCap) {
  ProcessRequest request = Shell("yes");
  request.max_stdout = 100'000;
  const auto result = RunProcess(request);
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->stdout_truncated);
  EXPECT_FALSE(result->ok());
  EXPECT_EQ(result->out.size(), 100'000u);
}

TEST(RunProcess, ErrorOutputIsCutAndTheChildGoesOn) {
  ProcessRequest request = Shell("head -c 500000 /dev/zero >&2; echo done");
  request.max_stderr = 1000;
  const auto result = RunProcess(request);
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->ok());
  EXPECT_TRUE(result->stderr_truncated);
  EXPECT_EQ(result->err.size(), 1000u);
  EXPECT_EQ(result->out, "done\n");
}

TEST(RunProcess, OutputOfExactlyTheCapIsWhole) {
  ProcessRequest request = Shell("head -c 1000 /dev/zero");
  request.max_stdout = 1000;
  const auto result = RunProcess(request);
  ASSERT_TRUE(result.ok());
  EXPECT_FALSE(result->stdout_truncated);
}

TEST(RunProcess, InheritsNoOtherFileDescriptor) {
  const int open_file = open("/dev/null", O_RDONLY);
  ProcessRequest request;
  request.argv = {"ls", "/proc/self/fd"};
  const auto result = RunProcess(request);
  close(open_file);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->out, "0\n1\n2\n3\n");  // 3: the folder that ls reads
}

TEST(RunProcess, RunsFromManyThreadsAndLeavesNoZombies) {
  std::vector<std::thread> threads;
  std::vector<int> failures(8, 0);
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([t, &failures] {
      for (int i = 0; i < 20; ++i) {
        const auto result = RunProcess(Shell(absl::StrCat("echo ", t, "-", i)));
        if (!result.ok() || result->out != absl::StrCat(t, "-", i, "\n")) ++failures[t];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int count : failures) EXPECT_EQ(count, 0);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(RunProcess, AnInterruptEndsChildrenInAllThreads) {
  Interrupts::Install();
  std::vector<std::thread> threads;
  std::vector<absl::StatusCode> codes(3, absl::StatusCode::kOk);
  for (size_t t = 0; t < codes.size(); ++t) {
    threads.emplace_back([t, &codes] { codes[t] = RunProcess(Shell("sleep 50")).status().code(); });
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  raise(SIGINT);
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(Interrupts::Interrupted());
  for (const absl::StatusCode code : codes) EXPECT_EQ(code, absl::StatusCode::kCancelled);
  EXPECT_EQ(RunProcess(Shell("true")).status().code(), absl::StatusCode::kCancelled);
  Interrupts::ResetForTesting();
  EXPECT_TRUE(RunProcess(Shell("true")).ok());
}

TEST(RunProcess, MemoryLimitEndsAGreedyChild) {
  ProcessRequest request;
  // dd takes one buffer of the block size.
  request.argv = {"sh", "-c", "sleep 0.1; dd if=/dev/zero of=/dev/null bs=512M count=1"};
  request.max_memory = 64u << 20;
  const auto result = RunProcess(request);
  ASSERT_TRUE(result.ok());
  EXPECT_FALSE(result->ok());
}

}  // namespace
}  // namespace chartlint
