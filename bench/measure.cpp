#include "bench/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <stdexcept>

namespace dryslip::bench {

namespace {

double ratio_of(const Row& row) { return row.rival.empty() ? 0.0 : row.rival_time.best / row.time.best; }

std::string required_text(const Requirement& required) {
  std::string text;
  if (required.ratio > 0.0) text += fmt::format("{:g}x", required.ratio);
  if (required.time_ns > 0.0) text += fmt::format("{}<= {:g} ns", text.empty() ? "" : ", ", required.time_ns);
  if (required.error > 0.0) text += fmt::format("{}error <= {:.0e}", text.empty() ? "" : ", ", required.error);
  return text;
}

std::string verdict(const Row& row) {
  const Requirement& required = row.required;
  if (required_text(required).empty()) return "";
  const bool is_met = (required.ratio == 0.0 || ratio_of(row) >= required.ratio) &&
                      (required.time_ns == 0.0 || row.time.best <= required.time_ns) &&
                      (required.error == 0.0 || row.error <= required.error);
  return is_met ? "met" : "MISSED";
}

std::string time_text(double ns) {
  if (ns < 1e3) return fmt::format("{:.1f} ns", ns);
  if (ns < 1e6) return fmt::format("{:.2f} us", ns * 1e-3);
  return fmt::format("{:.2f} ms", ns * 1e-6);
}

std::string error_text(double error) { return error > 0.0 ? fmt::format("{:.0e}", error) : "-"; }

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "unknown";
}

/// A field of a CSV line.
std::string quoted(const std::string& text) {
  return text.find_first_of(",\"") == std::string::npos ? text : '"' + text + '"';
}

double wall_time() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// One run of a part by two clocks [s].
struct Chunk {
  double processor = 0.0;
  double wall = 0.0;
};

/// The best of the chunks that had the processor for themselves: there both clocks agree. Wall time alone counts what other
/// processes take, and the processor clock of a virtual machine jumps now and then.
Timing timing_of(const std::vector<Chunk>& chunks) {
  std::vector<double> all, undisturbed;
  for (const Chunk& chunk : chunks) {
    all.push_back(chunk.processor);
    if (std::abs(chunk.wall - chunk.processor) <= 0.03 * chunk.wall + 2e-6) undisturbed.push_back(chunk.wall);
  }
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
  std::nth_element(all.begin(), middle, all.end());
  return {.best = undisturbed.empty() ? *middle : *std::min_element(undisturbed.begin(), undisturbed.end()),
          .median = *middle};
}

}  // namespace

double processor_time() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

std::vector<Timing> time_in_turn(const std::vector<Task>& tasks, double seconds, int rounds) {
  std::vector<std::vector<std::vector<Chunk>>> chunks;
  for (const Task& task : tasks) chunks.emplace_back(task.parts);
  const double start = wall_time();
  // the first round warms caches and branch prediction
  for (int round = -1; round < rounds || wall_time() - start < seconds; ++round) {
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      // once without a clock: the processor needs part of a millisecond to go over to the registers this task uses
      if (tasks.size() > 1) tasks[i].run(0);
      // a short task has the processor as long as the others, and more samples
      constexpr double least_turn = 0.01;  // [s]
      const double turn = wall_time();
      do {
        for (std::size_t part = 0; part < tasks[i].parts; ++part) {
          const double wall = wall_time(), processor = processor_time();
          tasks[i].run(part);
          const Chunk chunk{.processor = processor_time() - processor, .wall = wall_time() - wall};
          if (round >= 0) chunks[i][part].push_back(chunk);
        }
      } while (wall_time() - turn < least_turn);
    }
  }
  std::vector<Timing> result;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    Timing sum;
    for (const auto& part : chunks[i]) {
      const Timing timing = timing_of(part);
      sum.best += 1e9 * timing.best / static_cast<double>(tasks[i].calls);
      sum.median += 1e9 * timing.median / static_cast<double>(tasks[i].calls);
    }
    result.push_back(sum);
  }
  return result;
}

Report::Report(std::string_view name, std::string_view title) : name_(name) {
  std::cout << fmt::format("\n{}\n{:<44} {:>10} {:>10} {:>7} | {:<38} {:>10} {:>7} | {:>8} {:<24} {}\n", title, "work",
                           "best", "median", "error", "rival", "best", "error", "ratio", "required", "")
            << std::flush;
}

void Report::add(const Row& row) {
  const bool has_rival = !row.rival.empty();
  std::cout << fmt::format(
                   "{:<44} {:>10} {:>10} {:>7} | {:<38} {:>10} {:>7} | {:>8} {:<24} {}\n", row.work,
                   time_text(row.time.best), time_text(row.time.median), error_text(row.error), row.rival,
                   has_rival ? time_text(row.rival_time.best) : "", has_rival ? error_text(row.rival_error) : "",
                   has_rival ? fmt::format("{:.1f}x", ratio_of(row)) : "", required_text(row.required), verdict(row))
            << std::flush;
  rows_.push_back(row);
}

void Report::write(int argument_count, char** arguments) const {
  if (argument_count < 2) return;
  const std::string path = std::string(arguments[1]) + "/" + name_ + ".csv";
  std::ofstream file(path);
  file << "work,ours,rival,time_ns,median_ns,rival_time_ns,rival_median_ns,error,rival_error,ratio,required,verdict,"
          "reference,commit,flags,command\n";
  const auto optional = [](double value, const char* format) {
    return value > 0.0 ? fmt::format(fmt::runtime(format), value) : std::string();
  };
  for (const Row& row : rows_) {
    file << quoted(row.work) << ',' << quoted(row.ours) << ',' << quoted(row.rival) << ','
         << fmt::format("{:.2f},{:.2f}", row.time.best, row.time.median) << ','
         << optional(row.rival_time.best, "{:.2f}") << ',' << optional(row.rival_time.median, "{:.2f}") << ','
         << optional(row.error, "{:.1e}") << ',' << optional(row.rival_error, "{:.1e}") << ','
         << optional(ratio_of(row), "{:.2f}") << ',' << quoted(required_text(row.required)) << ',' << verdict(row)
         << ',' << quoted(row.reference) << ',' << environment("DRYSLIP_BENCH_COMMIT") << ','
         << quoted(environment("DRYSLIP_BENCH_FLAGS")) << ',' << quoted(environment("DRYSLIP_BENCH_COMMAND")) << '\n';
  }
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

}  // namespace dryslip::bench
