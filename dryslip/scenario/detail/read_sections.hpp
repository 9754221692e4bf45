#pragma once

#include "dryslip/scenario/detail/section_reader.hpp"
#include "dryslip/scenario/scenario.hpp"

namespace dryslip::detail {

// The tables beside [contact], each checked on its own.
SliderSection read_slider(const SectionReader& section);
InitialSection read_initial(const SectionReader& section);
DriveSection read_drive(const SectionReader& section);
TableSection read_table(const SectionReader& section);
RunSection read_run(const SectionReader& section);

}  // namespace dryslip::detail
