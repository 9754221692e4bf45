#pragma once

#include <string>
#include <vector>

namespace dryslip::detail {

/// Deepest nesting of keys, arrays and sections in a file: far above any scenario, far below the end of the stack of those who read and
/// remove the tree.
inline constexpr int deepest_nesting = 64;

inline std::string nested_too_deep() {
  const std::string most = std::to_string(deepest_nesting);
  return "nested deeper than " + most + " levels: keys, arrays and sections may go " + most + " levels deep";
}

/// Counts the levels of a TOML or JSON text from its characters outside of strings and comments: brackets that are open, and dots of
/// the keys that lead to them.
class Nesting {
 public:
  /// False where the text is nested too deep.
  bool take(char c) {
    switch (c) {
      case '[':
      case '{':
        open_.push_back(1 + key_dots_);
        levels_ += open_.back();
        key_dots_ = dots_ = 0;
        break;
      case ']':
      case '}':
        if (!open_.empty()) {
          levels_ -= open_.back();
          open_.pop_back();
        }
        key_dots_ = dots_ = 0;
        break;
      case '=':
        key_dots_ = dots_;
        dots_ = 0;
        break;
      case ',':
      case '\n':
        key_dots_ = dots_ = 0;
        break;
      case '.':
        ++dots_;  // of a key, or of a number, which has one at most
        break;
      default:
        break;
    }
    return levels_ + key_dots_ + dots_ <= deepest_nesting;
  }

 private:
  std::vector<int> open_;  ///< levels that each open bracket adds
  int levels_ = 0;         ///< their sum
  int key_dots_ = 0;       ///< of the key whose value follows
  int dots_ = 0;           ///< since then
};

}  // namespace dryslip::detail
