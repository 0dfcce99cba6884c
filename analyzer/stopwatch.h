// Says where the time of a run goes, stage by stage.
//
// Stages follow each other: the end of one is the beginning of the next. One thread tells the stopwatch; the
// processor time that it reads is that of all threads of the process.
#ifndef CHARTLINT_ANALYZER_STOPWATCH_H_
#define CHARTLINT_ANALYZER_STOPWATCH_H_

#include <chrono>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

namespace chartlint {

class Stopwatch {
 public:
  // Ends a stage. One that ends several times (in each of several charts) adds up. `stage`: a literal.
  void End(const char* stage) {
    const auto now = std::chrono::steady_clock::now();
    const std::clock_t processor = std::clock();
    Stage* at = nullptr;
    for (Stage& known : stages_) at = std::string(known.name) == stage ? &known : at;
    if (at == nullptr) at = &stages_.emplace_back(Stage{stage});
    at->elapsed_ms += std::chrono::duration<double, std::milli>(now - last_).count();
    at->processor_ms += 1000.0 * static_cast<double>(processor - last_processor_) / CLOCKS_PER_SEC;
    last_ = now;
    last_processor_ = processor;
  }

  // "parse 12.5 ms, 23.1 ms of processor time", a line for each stage, in order.
  std::string Table() const {
    std::string table;
    for (const Stage& stage : stages_) {
      char line[128];
      std::snprintf(line, sizeof(line), "%-7s%10.1f ms, %10.1f ms of processor time\n", stage.name,
                    stage.elapsed_ms, stage.processor_ms);
      table += line;
    }
    return table;
  }

 private:
  struct Stage {
    const char* name;
    double elapsed_ms = 0, processor_ms = 0;
  };

  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  std::clock_t last_processor_ = std::clock();
  std::vector<Stage> stages_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_STOPWATCH_H_
