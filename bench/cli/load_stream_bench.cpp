// `dryslip load` on a CSV file of two million twists, against reading and writing alone.

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bench/friction_load/twist_sample.hpp"
#include "bench/measure.hpp"
#include "cli/answer_stream.hpp"
#include "dryslip/files/write_result.hpp"
#include "dryslip/friction_load/load_answer.hpp"
#include "dryslip/record/number_text.hpp"

namespace {

using namespace dryslip;
using namespace dryslip::bench;

constexpr std::size_t row_count = 2'000'000;
constexpr int runs = 3;

/// A folder that goes when the program does.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_(std::filesystem::temp_directory_path() / ("dryslip_bench_" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

void write_text(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

/// All digits of random doubles: the longest text that can be read.
void write_twists(const std::string& path) {
  std::string text = "vx,vy,omega\n";
  for (const Twist& V : random_twists(row_count, {Outline::Form::Rectangle, {0.015, 0.005}})) {
    for (const auto& [value, end] :
         {std::pair{V.velocity.x, ','}, std::pair{V.velocity.y, ','}, std::pair{V.omega, '\n'}}) {
      append_number(text, value);
      text += end;
    }
  }
  write_text(path, text);
}

/// Processor time of a command, user and system [s].
double time_of_command(const std::string& command) {
  const auto used = [] {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    const auto seconds = [](const timeval& time) {
      return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
  };
  const double before = used();
  if (std::system(command.c_str()) != 0) throw std::runtime_error("failed: " + command);
  return used() - before;
}

/// `dryslip load` without its friction: reads the same rows and writes as many numbers of as many digits.
void read_and_write(const std::string& twists) {
  cli::CommonOptions options;
  options.out = "/dev/null";
  const auto copy = [](std::span<const Twist> V, std::span<LoadAnswer> answers) {
    for (std::size_t i = 0; i < V.size(); ++i)
      answers[i] = {.twist = V[i],
                    .state = {.load = {.force = V[i].velocity, .moment = V[i].omega}},
                    .power = V[i].velocity.x + V[i].velocity.y,
                    .is_unique = true};
  };
  cli::stream_answers<Twist, LoadAnswer>(twists, cli::Repeat::Question, copy, options,
                                         {.in = std::cin, .out = std::cout, .messages = std::cerr});
}

Timing per_row(std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  constexpr double factor = 1e9 / static_cast<double>(row_count);
  return {.best = factor * seconds.front(), .median = factor * seconds[seconds.size() / 2]};
}

}  // namespace

int main(int argument_count, char** arguments) {
  const TemporaryFolder folder;
  const std::string twists = folder.file("twists.csv");
  write_twists(twists);
  const std::size_t row_size = std::filesystem::file_size(twists) / row_count;
  Report report("load_stream", "dryslip load, CSV to CSV, per row (" + std::to_string(row_count) + " rows of " +
                                   std::to_string(row_size) + " bytes); the rival is reading and writing alone");

  const std::string head = "[contact]\nnormal_force = 10.0\nmu = 0.3\n[[contact.support]]\n";
  const std::vector<std::pair<std::string, std::string>> contacts{
      {"uniform rectangle", "shape = \"rectangle\"\nsize = [0.03, 0.01]\n"},
      {"uniform disk", "shape = \"disk\"\nradius = 0.01\n"},
      {"Hertz disk", "shape = \"disk\"\nradius = 0.01\npressure = { type = \"hertz\" }\n"},
      {"points, 4", "shape = \"points\"\npoints = [[0.01, 0.01], [-0.01, 0.01], [-0.01, -0.01], [0.01, -0.01]]\n"}};
  for (const auto& [name, support] : contacts) {
    const std::string scenario = folder.file("scenario.toml");
    write_text(scenario, head + support);
    std::vector<double> ours, rival;
    for (int run = 0; run < runs; ++run) {
      ours.push_back(
          time_of_command(std::string(DRYSLIP_PROGRAM) + " load " + scenario + " --twists " + twists + " > /dev/null"));
      const double start = processor_time();
      read_and_write(twists);
      rival.push_back(processor_time() - start);
    }
    report.add({.work = "load, " + name,
                .ours = "dryslip load",
                .rival = "reading and writing alone",
                .time = per_row(ours),
                .rival_time = per_row(rival),
                .error = 0.0,
                .rival_error = 0.0,
                .reference = {},
                .required = {.time_ns = 1000.0}});  // a million rows a second
  }
  report.write(argument_count, arguments);
}
