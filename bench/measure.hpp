#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace dryslip::bench {

/// Keeps the compiler from leaving out what only a benchmark uses.
template <class Value>
inline void keep(const Value& value) {
  asm volatile("" : : "r,m"(value) : "memory");
}

/// Processor time of this thread [s]: what other processes take meanwhile does not count.
double processor_time();

/// Work that is timed part by part, so that a part is short (a millisecond or so) and always the same.
struct Task {
  std::function<void(std::size_t part)> run;
  std::size_t parts = 1;
  std::size_t calls = 1;  ///< in all parts together
};

/// Time of one call [ns].
struct Timing {
  double best = 0.0;    ///< of the rounds that no other process disturbed: the machine left alone
  double median = 0.0;  ///< of all rounds, in processor time: the machine as it was
};

/// Runs the tasks in turn for about `seconds` (and at least `rounds` times each), so that a busy neighbour on the machine
/// hits all of them alike.
std::vector<Timing> time_in_turn(const std::vector<Task>& tasks, double seconds, int rounds = 5);

/// What a row must reach; a row without is for information.
struct Requirement {
  double ratio = 0.0;    ///< times faster than the rival
  double time_ns = 0.0;  ///< at most
  double error = 0.0;    ///< at most, relative to LoadScale
};

/// Time and error of our way and of a rival's, measured in one run.
struct Row {
  std::string work;
  std::string ours;   ///< how we do it
  std::string rival;  ///< what it is compared with; empty: nothing
  Timing time;
  Timing rival_time;
  double error = 0.0;  ///< largest, relative to LoadScale (μN, or μN times the mean distance of the contact from O) [-]
  double rival_error = 0.0;
  std::string reference;  ///< what the errors are measured against
  Requirement required;
};

/// Prints rows as they come, and writes them with commit, flags and command.
class Report {
 public:
  /// `title` is printed above; `name` is that of the CSV file.
  Report(std::string_view name, std::string_view title);

  void add(const Row& row);
  /// Writes FOLDER/<name>.csv, where FOLDER is the first argument of the program; without one nothing is written. Commit,
  /// flags and command are those of the environment variables DRYSLIP_BENCH_COMMIT, _FLAGS and _COMMAND.
  void write(int argument_count, char** arguments) const;

 private:
  std::string name_;
  std::vector<Row> rows_;
};

}  // namespace dryslip::bench
