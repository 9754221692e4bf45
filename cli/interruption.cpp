#include "cli/interruption.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstring>

namespace dryslip::cli {
namespace {

// Read by the signal handler: fixed memory, with a flag that is set only while the name is whole.
std::array<char, 4096> unfinished_file{};
std::atomic<bool> has_unfinished_file = false;
static_assert(std::atomic<bool>::is_always_lock_free);

// Only calls that are safe inside a signal handler.
extern "C" void end_at_once(int signal_number) {
  if (has_unfinished_file) unlink(unfinished_file.data());
  _exit(128 + signal_number);
}

}  // namespace

void remove_unfinished_files_when_interrupted() {
  struct sigaction action {};
  action.sa_handler = end_at_once;
  sigemptyset(&action.sa_mask);
  for (const int signal_number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    sigaction(signal_number, nullptr, &before);
    // What the parent chose to ignore (nohup) stays ignored.
    if (before.sa_handler != SIG_IGN) sigaction(signal_number, &action, nullptr);
  }
  std::signal(SIGPIPE, SIG_IGN);
}

void set_unfinished_file(const std::string& name) {
  has_unfinished_file = false;
  if (name.empty() || name.size() >= unfinished_file.size()) return;
  std::memcpy(unfinished_file.data(), name.c_str(), name.size() + 1);
  has_unfinished_file = true;
}

}  // namespace dryslip::cli
