#include "dryslip/drawing/escaped_markup.hpp"

namespace dryslip {

std::string escaped_markup(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else if (static_cast<unsigned char>(c) >= 0x20)
      result += c;
    else
      result += ' ';
  }
  return result;
}

}  // namespace dryslip
