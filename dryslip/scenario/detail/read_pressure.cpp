#include <array>
#include <filesystem>

#include "dryslip/scenario/detail/read_contact.hpp"
#include "dryslip/scenario/read_grid.hpp"

namespace dryslip::detail {
namespace {

ExpressionPressure read_expression_pressure(const SectionReader& section) {
  section.required("value", "an expression of x and y in quotes");
  return {section.expression("value", {"x", "y"})};
}

GridPressure read_grid_pressure(const SectionReader& section) {
  const std::string text = read_named_file(section, "file");
  // Mistakes inside are reported under the file's own name, beside the scenario.
  const std::filesystem::path folder = std::filesystem::path(section.source().name).parent_path();
  return parse_grid(text, (folder / section.text("file")).string());
}

struct PressureReader {
  std::vector<std::string_view> keys;
  Pressure (*read)(const SectionReader&);
};

}  // namespace

Pressure read_pressure(const SectionReader& section) {
  using S = const SectionReader&;
  static const std::array<PressureReader, 6> readers{{
      {{"type"}, [](S) -> Pressure { return UniformPressure{}; }},
      {{"type", "gradient"}, [](S s) -> Pressure { return LinearPressure{s.vector("gradient")}; }},
      {{"type", "shift", "direction"},
       [](S s) -> Pressure {
         return HertzPressure{s.number("shift", 0.0), s.number("direction", 0.0)};
       }},
      {{"type"}, [](S) -> Pressure { return PunchPressure{}; }},
      {{"type", "value"}, [](S s) -> Pressure { return read_expression_pressure(s); }},
      {{"type", "file"}, [](S s) -> Pressure { return read_grid_pressure(s); }},
  }};
  const std::size_t index = section.word("type", {"uniform", "linear", "hertz", "punch", "expression", "grid"});
  section.allow_keys(readers[index].keys, "keys of the pressure " + section.text("type", "uniform"));
  return readers[index].read(section);
}

}  // namespace dryslip::detail
