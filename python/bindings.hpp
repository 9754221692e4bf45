#pragma once

#include <nanobind/nanobind.h>

namespace dryslip::python {

// One function per folder of the library, in its order.
void bind_contact_patch(nanobind::module_& m);
void bind_friction_load(nanobind::module_& m);
void bind_limit_surface(nanobind::module_& m);
void bind_surrogate(nanobind::module_& m);
void bind_joints(nanobind::module_& m);
void bind_slider(nanobind::module_& m);
void bind_ball(nanobind::module_& m);
void bind_scenario(nanobind::module_& m);
void bind_drawing(nanobind::module_& m);
void bind_cli(nanobind::module_& m);

}  // namespace dryslip::python
