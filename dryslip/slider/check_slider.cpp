#include "dryslip/slider/check_slider.hpp"

#include "dryslip/record/check_record.hpp"
#include "dryslip/record/invalid_input.hpp"

namespace dryslip {

void check_spring(const Spring& spring, const std::string& key) {
  check_record(spring, key);
  if (spring.direction == Vec2{})
    throw InvalidInput(joined_key(key, "direction"), "[0, 0]: must not be the zero vector");
  if (spring.unilateral && !spring.direction)
    throw InvalidInput(joined_key(key, "unilateral"), "true: a unilateral spring needs direction = [dx, dy]");
}

void check_slider(const Slider& slider) {
  check_record(slider, "");
  for (std::size_t i = 0; i < slider.drive.springs.size(); ++i)
    check_spring(slider.drive.springs[i], indexed("drive.spring", i));
}

}  // namespace dryslip
