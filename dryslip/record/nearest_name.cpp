#include "dryslip/record/nearest_name.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace dryslip {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Letters changed, added, dropped or exchanged with their neighbour, capitals or not (optimal string alignment).
std::size_t changed_letters(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last, last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({last[j - 1] + (same ? 0 : 1), last[j] + 1, row[j - 1] + 1});
      const bool exchanged = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (exchanged) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last = std::exchange(last, row);
  }
  return last.back();
}

}  // namespace

std::string nearest_name(std::string_view given, std::span<const std::string> known) {
  constexpr std::size_t longest_name = 64;  // a longer text is no slip of the finger, and would cost time
  if (given.size() > longest_name) return {};
  std::string nearest;
  std::size_t fewest = std::max<std::size_t>(1, given.size() / 3) + 1;
  for (const std::string& name : known) {
    const std::size_t changes = changed_letters(given, name);
    // A name of which no letter is left is not a suggestion.
    if (changes < fewest && changes < std::max(given.size(), name.size())) {
      fewest = changes;
      nearest = name;
    }
  }
  return nearest;
}

}  // namespace dryslip
