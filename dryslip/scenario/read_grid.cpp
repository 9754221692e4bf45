#include "dryslip/scenario/read_grid.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "dryslip/files/toml_tree.hpp"
#include "dryslip/record/counted.hpp"
#include "dryslip/record/number_text.hpp"
#include "dryslip/record/printable.hpp"
#include "dryslip/scenario/read_scenario.hpp"

namespace dryslip {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// The lines of a text that are not blank, with their numbers.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text) {}

  bool next() {
    while (!rest_.empty()) {
      const std::size_t end = rest_.find('\n');
      current_ = trimmed(rest_.substr(0, end));
      rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
      ++number_;
      if (!current_.empty()) return true;
    }
    return false;
  }

  std::string_view current() const { return current_; }
  int number() const { return number_; }

 private:
  std::string_view rest_;
  std::string_view current_;
  int number_ = 0;
};

std::vector<double> numbers_of(const Lines& line, const std::string& name) {
  std::vector<double> values;
  std::string_view rest = line.current();
  while (true) {
    const std::size_t comma = rest.find(',');
    const std::string_view field = trimmed(rest.substr(0, comma));
    const std::optional<double> value = parse_number(field);
    if (!value)
      throw ScenarioError(
          name, line.number(),
          "column " + std::to_string(values.size() + 1) + ": '" + printable(field) + "': not a finite number");
    values.push_back(*value);
    if (comma == std::string_view::npos) return values;
    rest.remove_prefix(comma + 1);
  }
}

/// The line x0,y0,dx,dy.
GridPressure parse_header(const Lines& line, const std::string& name) {
  const std::vector<double> header = numbers_of(line, name);
  if (header.size() != 4)
    throw ScenarioError(name, line.number(), counted(header.size(), "number") + ": the first line must be x0,y0,dx,dy");
  if (!(header[2] > 0 && header[3] > 0))
    throw ScenarioError(
        name, line.number(),
        "dx, dy: " + std::string(printable(line.current())) + ": the spacing of the nodes must be greater than 0");
  return {.origin = {header[0], header[1]}, .spacing = {header[2], header[3]}, .columns = 0, .values = {}};
}

}  // namespace

GridPressure parse_grid(std::string_view text, const std::string& name) {
  Lines lines(text);
  if (!lines.next()) throw ScenarioError(name, 1, "empty: the first line must be x0,y0,dx,dy");
  if (lines.current().starts_with("x0") && !lines.next())
    throw ScenarioError(name, lines.number(), "no numbers after the line of names");
  GridPressure grid = parse_header(lines, name);

  std::size_t rows = 0;
  for (; lines.next(); ++rows) {
    const std::vector<double> values = numbers_of(lines, name);
    if (rows == 0) grid.columns = values.size();
    if (values.size() != grid.columns || values.size() < 2)
      throw ScenarioError(name, lines.number(),
                          counted(values.size(), "value") + ": every line must have as many as the first, at least 2");
    const auto negative = std::find_if(values.begin(), values.end(), [](double p) { return p < 0; });
    if (negative != values.end())
      throw ScenarioError(name, lines.number(),
                          "column " + std::to_string(negative - values.begin() + 1) + ": negative pressure");
    grid.values.insert(grid.values.end(), values.begin(), values.end());
  }
  if (rows < 2) throw ScenarioError(name, lines.number(), counted(rows, "line") + " of values: at least 2 are needed");
  return grid;
}

}  // namespace dryslip
