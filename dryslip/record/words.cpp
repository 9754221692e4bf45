#include "dryslip/record/words.hpp"

#include <algorithm>
#include <vector>

#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/name_suggestion.hpp"
#include "dryslip/record/printable.hpp"

namespace dryslip {

std::size_t index_of_word(std::string_view word, std::span<const char* const> allowed, const std::string& key) {
  const std::vector<std::string_view> known(allowed.begin(), allowed.end());
  const auto found = std::find(known.begin(), known.end(), word);
  if (found == known.end())
    throw InvalidInput(key, "\"" + printable(word) + "\": " + suggestion(word, known) + "allowed: " + joined(known));
  return static_cast<std::size_t>(found - known.begin());
}

}  // namespace dryslip
