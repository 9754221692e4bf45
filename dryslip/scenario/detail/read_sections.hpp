#pragma once

#include "dryslip/files/section_reader.hpp"
#include "dryslip/scenario/scenario.hpp"

namespace dryslip::detail {

// The tables beside [contact], each checked on its own.
SliderSection read_slider(const SectionReader& section);
Ball read_ball(const SectionReader& section);
BallState read_ball_initial(const SectionReader& section);
SliderState read_initial(const SectionReader& section);
SliderDrive read_drive(const SectionReader& section);
Table read_table(const SectionReader& section);
SliderRunOptions read_run(const SectionReader& section);

}  // namespace dryslip::detail
