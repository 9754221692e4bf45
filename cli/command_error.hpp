#pragma once

#include <stdexcept>

namespace dryslip::cli {

/// Bad input of a command; what() is the one line for the user.
class CommandError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The reader of our output has closed the pipe (`| head`): nothing to report.
class OutputClosed : public std::exception {};

}  // namespace dryslip::cli
