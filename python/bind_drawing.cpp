#include "dryslip/drawing/support_outline.hpp"
#include "python/bindings.hpp"
#include "python/record.hpp"

namespace dryslip::python {

void bind_drawing(nb::module_& m) {
  bind_result<SupportOutline>(m);
  m.def("support_outline", &support_outline, nb::arg("support"), "Outline of a support, body frame [m].");
  m.def(
      "bounding_box",
      [](const ContactPatch& patch) {
        const Box box = bounding_box(patch);
        return std::pair(box.low, box.high);
      },
      nb::arg("patch"), "Lower left and upper right corner of a box around all supports [m].");
}

}  // namespace dryslip::python
