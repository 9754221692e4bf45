#include "tests/soak/formula_text.hpp"

#include <cctype>

#include "dryslip/record/number_text.hpp"

namespace dryslip::soak {

std::string substituted(const Expression& formula, const Terms& terms) {
  const std::string& text = formula.text();
  std::string result = "(";
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    // a number such as 1e-3 is one word, so that its e is no name
    const auto is_word = [&](std::size_t k) {
      return std::isalnum(static_cast<unsigned char>(text[k])) || text[k] == '_' || text[k] == '.';
    };
    while (end < text.size() && is_word(end)) ++end;
    if (end == i) {
      result += text[i++];
      continue;
    }
    const std::string word = text.substr(i, end - i);
    const auto found = terms.find(word);
    result += found == terms.end() ? word : found->second;
    i = end;
  }
  return result + ")";
}

std::string number(double value) { return "(" + number_text(value) + ")"; }

std::string combined(double a, const std::string& x, double b, const std::string& y) {
  return "(" + number(a) + "*" + x + "+" + number(b) + "*" + y + ")";
}

}  // namespace dryslip::soak
