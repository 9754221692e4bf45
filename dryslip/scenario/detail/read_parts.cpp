#include "dryslip/scenario/detail/read_parts.hpp"

#include <filesystem>

#include "dryslip/numerics/loop_fault.hpp"
#include "dryslip/numerics/polygon_geometry.hpp"
#include "dryslip/record/number_text.hpp"
#include "dryslip/record/printable.hpp"
#include "dryslip/scenario/read_grid.hpp"
#include "dryslip/slider/check_slider.hpp"

namespace dryslip::detail {
namespace {

std::string text_of(const SectionReader& section, const char* key) {
  return section.text(key, section.required(key, "a string"));
}

}  // namespace

void read_fields(const SectionReader& section, Polygon& shape) {
  constexpr const char* file = file_key<Polygon>.key.data();
  if (section.has("loops") == section.has(file))
    section.fail("loops", "a polygon needs either loops = [[[x, y], ...], ...] or file = \"part.wkt\"");
  if (section.has("loops")) return read_fields_by(ValueReader{section}, shape);
  const std::string text = section.named_file(file);
  const auto fail = [&](const std::string& fault) {
    section.fail(file, "\"" + printable(text_of(section, file)) + "\": " + printable(fault));
  };
  try {
    shape.loops = read_wkt(text);
  } catch (const std::invalid_argument& error) {
    fail(error.what());
  }
  if (const auto fault = find_loop_fault(shape.loops)) section.fail(file, printable(fault->explanation));
}

void read_fields(const SectionReader& section, GridPressure& pressure) {
  constexpr const char* file = file_key<GridPressure>.key.data();
  const std::string text = section.named_file(file);
  // Mistakes inside are reported under the file's own name, beside the scenario.
  const std::filesystem::path folder = std::filesystem::path(section.source().name).parent_path();
  pressure = parse_grid(text, (folder / text_of(section, file)).string());
}

void read_fields(const SectionReader& section, Spring& spring) {
  read_fields_by(ValueReader{section}, spring);
  section.within([&] { check_spring(spring); });
}

void read_fields(const SectionReader& section, SliderRunOptions& run) {
  read_fields_by(ValueReader{section}, run);
  constexpr double most_steps = 1e10;  // some hours
  if (run.method == SliderRunOptions::Method::Prox && run.duration.value_or(0.0) / run.step > most_steps)
    section.fail("step", number_text(run.step) + ": gives " + number_text(*run.duration / run.step, 3) +
                             " steps: must be at least duration/1e10 [s]");
}

void read_fields(const SectionReader& section, Ball& ball) {
  read_fields_by(ValueReader{section}, ball);
  if (section.has("pade") && ball.friction == Ball::Friction::Integral)
    section.fail("pade", "given: goes with friction = \"pade\"");
}

}  // namespace dryslip::detail
