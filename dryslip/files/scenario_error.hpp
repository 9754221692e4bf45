#pragma once

#include <functional>
#include <stdexcept>
#include <string>

namespace dryslip {

/// A mistake in an input file; what() is one line: "FILE:LINE: key: given: what is allowed", of which the explanation is what follows the
/// place.
class ScenarioError : public std::invalid_argument {
 public:
  ScenarioError(std::string file, int line, const std::string& explanation);

  const std::string& file() const { return file_; }
  int line() const { return line_; }  ///< from 1; 0 when the mistake has no line
  const std::string& explanation() const { return explanation_; }

 private:
  std::string file_;
  int line_;
  std::string explanation_;
};

/// Text of a file named in another one; throws std::runtime_error with the reason where it cannot be read.
using FileReader = std::function<std::string(const std::string& name)>;

}  // namespace dryslip
