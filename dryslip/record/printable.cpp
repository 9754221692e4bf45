#include "dryslip/record/printable.hpp"

namespace dryslip {

std::string printable(std::string_view text) {
  constexpr std::size_t longest = 500;  // characters, so that a message stays one readable line
  std::string result(text.substr(0, longest));
  // A cut inside a character of several bytes takes the whole character away.
  if (text.size() > longest) {
    while (!result.empty() && (static_cast<unsigned char>(text[result.size()]) & 0xC0) == 0x80) result.pop_back();
    result += "...";
  }
  for (char& c : result)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  return result;
}

}  // namespace dryslip
