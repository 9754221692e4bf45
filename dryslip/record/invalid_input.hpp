#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace dryslip {

/// Bad input with the key it belongs to, so that a reader of files can name the line.
///
/// `key` is a path such as `support[1].size`; what() is "key: given value: what is allowed".
class InvalidInput : public std::invalid_argument {
 public:
  InvalidInput(std::string key, const std::string& explanation)
      : std::invalid_argument(key + ": " + explanation), key_(std::move(key)), explanation_(explanation) {}

  const std::string& key() const { return key_; }
  const std::string& explanation() const { return explanation_; }

 private:
  std::string key_;
  std::string explanation_;
};

}  // namespace dryslip
