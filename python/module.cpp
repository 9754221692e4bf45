#include <nanobind/nanobind.h>

#include "dryslip/version.hpp"
#include "python/bindings.hpp"

NB_MODULE(_native, m) {
  namespace python = dryslip::python;
  nanobind::set_leak_warnings(false);  // what a user still holds at the end of a program is no business of ours
  m.doc() = "The library in C++; everything of it is in dryslip.";
  m.attr("__version__") = dryslip::version;
  python::bind_contact_patch(m);
  python::bind_friction_load(m);
  python::bind_limit_surface(m);
  python::bind_surrogate(m);
  python::bind_joints(m);
  python::bind_slider(m);
  python::bind_ball(m);
  python::bind_scenario(m);
  python::bind_drawing(m);
  python::bind_cli(m);
}
