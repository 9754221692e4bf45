#include "cli/interruption.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstring>
#include <ctime>

namespace dryslip::cli {
namespace {

/// Read by the signal handler: fixed memory, with a flag that is set only while the name is whole.
struct UnfinishedFile {
  std::array<char, 4096> name{};
  std::atomic<bool> is_set = false;
};
static_assert(std::atomic<bool>::is_always_lock_free);
std::array<UnfinishedFile, 4> unfinished_files;

std::atomic<bool> asks_first = false;    // a StopRequest lives
std::atomic<double> was_asked_at = 0.0;  // by a clock that never stands at zero; 0: was not [s]
static_assert(std::atomic<double>::is_always_lock_free);

double clock_now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return 1.0 + static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Whether this Ctrl-C is a request, or the same once more: `timeout` and others send it to the program and to its group.
bool is_request() {
  constexpr double same = 0.3;  // no hand is so fast [s]
  if (was_asked_at > 0.0) return clock_now() - was_asked_at < same;
  if (!asks_first) return false;
  was_asked_at = clock_now();
  return true;
}

// Only calls that are safe inside a signal handler.
extern "C" void end_or_ask(int signal_number) {
  if (signal_number == SIGINT && is_request()) return;
  for (const UnfinishedFile& file : unfinished_files)
    if (file.is_set) unlink(file.name.data());
  _exit(128 + signal_number);
}

}  // namespace

void remove_unfinished_files_when_interrupted() {
  struct sigaction action {};
  action.sa_handler = end_or_ask;
  action.sa_flags = SA_RESTART;  // a request does not disturb reading and writing
  sigemptyset(&action.sa_mask);
  for (const int signal_number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    sigaction(signal_number, nullptr, &before);
    // What the parent chose to ignore (nohup) stays ignored.
    if (before.sa_handler != SIG_IGN) sigaction(signal_number, &action, nullptr);
  }
  std::signal(SIGPIPE, SIG_IGN);
}

void add_unfinished_file(const std::string& name) {
  for (UnfinishedFile& file : unfinished_files) {
    if (file.is_set || name.size() >= file.name.size()) continue;
    std::memcpy(file.name.data(), name.c_str(), name.size() + 1);
    file.is_set = true;
    return;
  }
}

void forget_unfinished_file(const std::string& name) {
  for (UnfinishedFile& file : unfinished_files)
    if (file.is_set && name == file.name.data()) file.is_set = false;
}

StopRequest::StopRequest() {
  was_asked_at = 0.0;
  asks_first = true;
}
StopRequest::~StopRequest() { asks_first = false; }

bool StopRequest::is_made() const { return was_asked_at > 0.0; }

}  // namespace dryslip::cli
