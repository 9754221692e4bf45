#include "tests/soak/child.hpp"

#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sstream>
#include <stdexcept>

namespace dryslip::soak {
namespace {

/// The process is ended when it has used this much processor time from now on.
void limit_processor_time(double seconds) {
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(seconds);
  timer.it_value.tv_usec = static_cast<suseconds_t>(1e6 * (seconds - std::floor(seconds)));
  setitimer(ITIMER_PROF, &timer, nullptr);
}

void write_line(int descriptor, std::string line) {
  std::replace(line.begin(), line.end(), '\n', ' ');
  line += '\n';
  if (::write(descriptor, line.data(), line.size()) < 0) _exit(3);
}

/// News are lines: "run CHECK", "fail CHECK MESSAGE", "note WORD", "invalid", "done STEPS SECONDS".
[[noreturn]] void work(int descriptor, const std::string& scenario, const CheckOptions& options) {
  const CaseReport report = check_case(scenario, options, [&](const std::string& check) {
    write_line(descriptor, "run " + check);
    limit_processor_time(options.limit);
  });
  if (!report.is_valid) write_line(descriptor, "invalid");
  for (const Failure& failure : report.failures)
    write_line(descriptor, "fail " + failure.check + " " + failure.message);
  for (const std::string& note : report.notes) write_line(descriptor, "note " + note);
  write_line(descriptor, "done " + std::to_string(report.steps) + " " + std::to_string(report.seconds));
  _exit(0);
}

}  // namespace

Child::Child(const std::string& scenario, const CheckOptions& options) {
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error("no pipe for a child process");
  std::fflush(nullptr);
  process_ = ::fork();
  if (process_ < 0) throw std::runtime_error("no child process");
  if (process_ == 0) {
    ::close(ends[0]);
    work(ends[1], scenario, options);
  }
  ::close(ends[1]);
  pipe_ = ends[0];
}

Child::~Child() {
  if (pipe_ >= 0) ::close(pipe_);
  if (process_ > 0) {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
}

std::optional<CaseReport> Child::read() {
  char buffer[4096];
  const ssize_t count = ::read(pipe_, buffer, sizeof buffer);
  if (count > 0) {
    text_.append(buffer, static_cast<std::size_t>(count));
    return {};
  }
  int status = 0;
  ::waitpid(process_, &status, 0);
  process_ = -1;
  return report_of(status);
}

CaseReport Child::report_of(int status) const {
  CaseReport report;
  std::string word, check;
  std::istringstream stream(text_);
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line);
    words >> word;
    if (word == "run") words >> check;
    if (word == "invalid") report.is_valid = false;
    if (word == "done") words >> report.steps >> report.seconds;
    if (word == "note") words >> report.notes.emplace_back();
    if (word == "fail") {
      Failure& failure = report.failures.emplace_back();
      words >> failure.check >> std::ws;
      std::getline(words, failure.message);
    }
  }
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    report.failures.push_back(
        {check, signal == SIGPROF ? "does not end within the limit" : "ended by signal " + std::to_string(signal)});
  }
  return report;
}

CaseReport check_in_child(const std::string& scenario, const CheckOptions& options) {
  Child child(scenario, options);
  for (;;) {
    if (const auto report = child.read()) return *report;
  }
}

}  // namespace dryslip::soak
