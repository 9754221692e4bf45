#pragma once

#include "python/models.hpp"

namespace dryslip::python {

/// Classes of mesh and section, and the methods of LimitSurface that make them.
void bind_surface_mesh(nb::module_& m, nb::class_<PyLimitSurface>& surface);

}  // namespace dryslip::python
