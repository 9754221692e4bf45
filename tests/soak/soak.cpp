// Random scenarios through the simulator until the time is over: make soak SECONDS=600 SEED=7.

#include <poll.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tests/soak/child.hpp"
#include "tests/soak/failure_file.hpp"
#include "tests/soak/random_scenario.hpp"
#include "tests/soak/soak_options.hpp"

namespace dryslip::soak {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Takes cases, in order, until the time is over or their number is reached, and keeps what was found.
class Soak {
 public:
  explicit Soak(const SoakOptions& options) : options_(options), next_(options.first) {}

  void run() {
    while (start_cases() || !running_.empty()) {
      collect();
      say_progress();
    }
  }

  int summary() const {
    std::printf("\n%llu %s in %.1f s, %.1f a second\n", done_, done_ == 1 ? "case" : "cases", since(start_),
                static_cast<double>(done_) / since(start_));
    for (const auto& [check, count] : by_check_)
      std::printf("  %-14s %d %s\n", check.c_str(), count, count == 1 ? "failure" : "failures");
    for (const auto& [note, count] : notes_) std::printf("  note: %-14s %d\n", note.c_str(), count);
    std::printf("first runs: %.1f s of processor time; slowest: case %llu, %.2f s, %d steps\n", seconds_,
                slowest_.index, slowest_.seconds, slowest_.steps);
    std::printf("%s (seed %llu, cases %llu to %llu)\n", failures_.empty() ? "no failures" : "FAILURES", options_.seed,
                options_.first, next_ - 1);
    return failures_.empty() ? 0 : 1;
  }

  const std::vector<FoundFailure>& failures() const { return failures_; }

 private:
  struct Running {
    unsigned long long index;
    std::unique_ptr<Child> child;
  };
  struct Slowest {
    unsigned long long index = 0;
    double seconds = 0.0;
    int steps = 0;
  };

  bool is_over() const {
    if (options_.cases > 0) return next_ >= options_.first + options_.cases;
    return since(start_) > options_.seconds;
  }

  /// False when there is no further case.
  bool start_cases() {
    while (!is_over() && running_.size() < options_.threads) {
      const std::string text = text_of(random_scenario(options_.seed, next_));
      running_.push_back({next_, std::make_unique<Child>(text, options_.checks)});
      ++next_;
    }
    return !is_over();
  }

  void collect() {
    std::vector<pollfd> waiting;
    for (const Running& each : running_) waiting.push_back({each.child->descriptor(), POLLIN, 0});
    ::poll(waiting.data(), waiting.size(), 1000);
    std::size_t i = 0;
    for (auto each = running_.begin(); each != running_.end(); ++i) {
      const auto report = waiting[i].revents ? each->child->read() : std::nullopt;
      if (report) add(each->index, *report);
      each = report ? running_.erase(each) : std::next(each);
    }
  }

  void add(unsigned long long index, const CaseReport& report) {
    ++done_;
    seconds_ += report.seconds;
    if (report.seconds > slowest_.seconds) slowest_ = {index, report.seconds, report.steps};
    for (const std::string& note : report.notes) ++notes_[note];
    for (const Failure& failure : report.failures) {
      ++by_check_[failure.check];
      failures_.push_back({random_scenario(options_.seed, index), failure, index});
      std::printf("case %llu %s: %s\n", index, failure.check.c_str(), failure.message.c_str());
      write_failure(failures_.back(), options_);
    }
  }

  void say_progress() {
    constexpr double between = 10.0;  // [s]
    if (since(start_) < said_ + between) return;
    said_ = since(start_);
    std::fprintf(stderr, "%.0f s: %llu cases, %zu failures\n", said_, done_, failures_.size());
  }

  const SoakOptions& options_;
  unsigned long long next_, done_ = 0;
  std::list<Running> running_;
  std::vector<FoundFailure> failures_;
  std::map<std::string, int> by_check_, notes_;
  Slowest slowest_;
  Clock::time_point start_ = Clock::now();
  double said_ = 0.0, seconds_ = 0.0;
};

/// Reduces the first few failures of each kind, and says where they lie.
void shrink_failures(std::vector<FoundFailure> failures, const SoakOptions& options) {
  std::map<std::string, int> shrunk;
  for (FoundFailure& found : failures) {
    if (options.shrink_seconds <= 0.0 || shrunk[kind_of(found.failure)]++ >= options.shrink_most) continue;
    shrink_failure(found, options);
    std::printf("%s\n", write_failure(found, options).c_str());
  }
}

/// The checks of one file.
int run_file(const SoakOptions& options) {
  std::ifstream stream(options.file);
  if (!stream) throw std::runtime_error(options.file + ": cannot be read");
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  const CaseReport report = check_in_child(text, options.checks);
  for (const Failure& failure : report.failures) {
    std::printf("%s: %s\n", failure.check.c_str(), failure.message.c_str());
    if (options.shrink_seconds <= 0.0 || !report.is_valid) continue;
    FoundFailure found{scenario_of(text), failure, 0};
    shrink_failure(found, options);
    std::printf("%s\n", write_failure(found, options).c_str());
  }
  for (const std::string& note : report.notes) std::printf("note: %s\n", note.c_str());
  std::printf("%d steps, %.3f s: %s\n", report.steps, report.seconds,
              report.failures.empty() ? "no failures" : "FAILURES");
  return report.failures.empty() ? 0 : 1;
}

int run(const SoakOptions& options) {
  if (options.print) {
    std::printf("%s", text_of(random_scenario(options.seed, options.first)).c_str());
    return 0;
  }
  if (!options.file.empty()) return run_file(options);
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // seen at once in a file too
  std::printf("seed %llu from case %llu, %u at a time\n", options.seed, options.first, options.threads);
  Soak soak(options);
  soak.run();
  shrink_failures(soak.failures(), options);
  return soak.summary();
}

}  // namespace
}  // namespace dryslip::soak

int main(int argc, char** argv) {
  try {
    const auto options = dryslip::soak::read_options(argc, argv);
    return options ? dryslip::soak::run(*options) : 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "soak: %s\n", error.what());
    return 2;
  }
}
