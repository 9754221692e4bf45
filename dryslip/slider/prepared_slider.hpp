#pragma once

#include <memory>

#include "dryslip/contact/contact.hpp"
#include "dryslip/slider/slider.hpp"

namespace dryslip {

/// The contact of a slider, nothing of it made yet.
Contact contact_of(const Slider& slider);

/// A slider with its contact, which is made once for all that is asked of its motion. Copies are cheap and share the contact, also between
/// threads. A Slider becomes one where a function asks for it; who asks more than once makes it first.
class PreparedSlider {
 public:
  PreparedSlider(Slider slider);
  /// With the contact_of() the slider that is there already.
  PreparedSlider(Slider slider, Contact contact);

  const Slider& slider() const;
  const Contact& contact() const;
  /// The exact contact, seen from the center of mass.
  const Contact& contact_at_center() const;
  /// The contact as a motion in time of this tolerance takes it. A law nearly along its line has a kink but for slips below the tolerance,
  /// where nothing can be said of it: it is taken to be along it. Wheels on an axle with a heading of a few digits take turns to hold, in
  /// times as short as the angle that they are off is small: they are taken to be on it.
  Contact contact_in_motion(double tolerance) const;

 private:
  struct Parts;
  std::shared_ptr<const Parts> parts_;
};

}  // namespace dryslip
