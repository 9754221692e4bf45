#include "dryslip/record/sheet.hpp"

#include <limits>

namespace dryslip {
namespace {

struct NumberIn {
  template <class T>
  double operator()(const T& value) const {
    if constexpr (std::is_arithmetic_v<T>) return static_cast<double>(value);
    return std::numeric_limits<double>::quiet_NaN();
  }
};

}  // namespace

double number_in(const Cell& cell) { return std::visit(NumberIn{}, cell); }

std::string_view word_in(const Cell& cell) {
  const auto* word = std::get_if<std::string_view>(&cell);
  return word == nullptr ? std::string_view() : *word;
}

std::string detail::column_name(std::string_view key, std::size_t index, std::size_t count) {
  const bool is_list = key.ends_with("_*");
  if (is_list) key.remove_suffix(2);
  const std::string name(key);
  return is_list || count > 1 ? name + "_" + std::to_string(index) : name;
}

}  // namespace dryslip
