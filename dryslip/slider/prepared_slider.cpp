#include "dryslip/slider/prepared_slider.hpp"

#include <mutex>
#include <optional>
#include <utility>

#include "dryslip/friction_load/aligned_laws.hpp"

namespace dryslip {

namespace {

/// Least tolerance of headings nearly along a line [rad]: smaller ones cost more than they are worth.
constexpr double least_off_line = 1e-10;

Contact aligned(const Contact& contact) {
  const auto along_lines = with_laws_along_lines(contact.patch(), least_off_line);
  const ContactPatch& patch = along_lines ? *along_lines : contact.patch();
  if (auto on_axles = with_points_on_axles(patch, most_off_axle)) return {*std::move(on_axles), contact.options()};
  return along_lines ? Contact(*along_lines, contact.options()) : contact;
}

}  // namespace

Contact contact_of(const Slider& slider) {
  return {slider.contact, {.model = slider.model, .tolerance = slider.load_tolerance}};
}

struct PreparedSlider::Parts {
  explicit Parts(Slider given)
      : slider(std::move(given)),
        contact(contact_of(slider)),
        at_center(contact.exact().seen_from(slider.center_of_mass)) {}

  const Slider slider;
  const Contact contact, at_center;
  mutable std::mutex lock;
  mutable std::optional<Contact> in_motion;
};

PreparedSlider::PreparedSlider(Slider slider) : parts_(std::make_shared<const Parts>(std::move(slider))) {}

const Slider& PreparedSlider::slider() const { return parts_->slider; }
const Contact& PreparedSlider::contact() const { return parts_->contact; }
const Contact& PreparedSlider::contact_at_center() const { return parts_->at_center; }

Contact PreparedSlider::contact_in_motion(double tolerance) const {
  const auto usual = [this] {
    const std::lock_guard guard(parts_->lock);
    if (!parts_->in_motion) parts_->in_motion = aligned(parts_->contact);
    return *parts_->in_motion;
  };
  Contact contact = usual();
  if (!(tolerance > least_off_line)) return contact;
  while (auto patch = with_laws_along_lines(contact.patch(), tolerance))
    contact = aligned({*std::move(patch), contact.options()});
  return contact;
}

}  // namespace dryslip
