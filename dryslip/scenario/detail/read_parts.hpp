#pragma once

#include "dryslip/files/read_record.hpp"
#include "dryslip/scenario/scenario.hpp"

namespace dryslip::detail {

// What single parts of a scenario have of their own, beside what their descriptions say.

void read_fields(const SectionReader& section, Polygon& shape);          ///< loops, or a file of well-known text
void read_fields(const SectionReader& section, GridPressure& pressure);  ///< a CSV file
void read_fields(const SectionReader& section, Spring& spring);
void read_fields(const SectionReader& section, SliderRunOptions& run);
void read_fields(const SectionReader& section, Ball& ball);

}  // namespace dryslip::detail
