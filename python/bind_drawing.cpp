#include "dryslip/drawing/support_outline.hpp"
#include "python/bindings.hpp"
#include "python/record.hpp"

namespace dryslip::python {

void bind_drawing(nb::module_& m) {
  record(m, "SupportOutline", "Outline of a support, body frame.",
         field<&SupportOutline::loops>("loops", "boundary of an area, or the closed line of a ring [m]"),
         field<&SupportOutline::lines>("lines", "open lines [m]"), field<&SupportOutline::points>("points", "[m]"));
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
