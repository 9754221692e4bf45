#pragma once

#include <memory>

#include "dryslip/contact/contact.hpp"
#include "dryslip/slider/slider.hpp"

namespace dryslip {

/// The contact of a slider; its parts are made when they are first asked for.
Contact contact_of(const Slider& slider);

/// A slider with its contact, which is made once and serves every question about its motion. Copies are cheap and share the contact, also
/// between threads. A Slider converts to one implicitly; make one yourself to ask several questions.
class PreparedSlider {
 public:
  PreparedSlider(Slider slider);
  /// With the contact_of() the slider that is there already.
  PreparedSlider(Slider slider, Contact contact);

  const Slider& slider() const;
  const Contact& contact() const;
  /// The exact contact, seen from the center of mass.
  const Contact& contact_at_center() const;
  /// The contact as a motion in time sees it at this tolerance. A law that is along its line but for an angle below the tolerance is turned
  /// onto it, since slips that small cannot be resolved. Wheels whose headings miss their axle in the last digits would take turns to hold,
  /// ever faster the smaller the angle: they are put on the axle.
  Contact contact_in_motion(double tolerance) const;

 private:
  struct Parts;
  std::shared_ptr<const Parts> parts_;
};

}  // namespace dryslip
