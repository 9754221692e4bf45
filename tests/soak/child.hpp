#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

#include "tests/soak/case_checks.hpp"

namespace dryslip::soak {

/// A case under check in a process of its own, so that one that hangs or crashes is a failure and not the end of the soak.
/// Each run has its limit of processor time, which does not depend on what else the machine does.
class Child {
 public:
  Child(const std::string& scenario, const CheckOptions& options);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  int descriptor() const { return pipe_; }  ///< readable when there is news
  /// Takes in news; the report when the process has ended.
  std::optional<CaseReport> read();

 private:
  CaseReport report_of(int status) const;

  pid_t process_ = -1;
  int pipe_ = -1;
  std::string text_;
};

/// Checks a scenario in a child process and waits for its report.
CaseReport check_in_child(const std::string& scenario, const CheckOptions& options);

}  // namespace dryslip::soak
