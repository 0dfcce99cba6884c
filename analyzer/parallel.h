// Runs independent pieces of work on all cores.
#ifndef CHARTLINT_ANALYZER_PARALLEL_H_
#define CHARTLINT_ANALYZER_PARALLEL_H_

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace chartlint {

// Calls work(i) once for each i < count, from up to `jobs` threads (the caller's is one of them), and returns when all
// are done. Work must not throw. Results belong into slots indexed by i, so that their order does not depend on threads.
template <typename Work>
void ParallelFor(size_t count, int jobs, const Work& work) {
  std::atomic<size_t> next{0};
  auto drain = [&] {
    for (size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) work(i);
  };
  std::vector<std::thread> threads;
  const size_t wanted = std::min<size_t>(count, static_cast<size_t>(std::max(1, jobs)));
  for (size_t i = 1; i < wanted; ++i) threads.emplace_back(drain);
  drain();
  for (std::thread& thread : threads) thread.join();
}

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_PARALLEL_H_
