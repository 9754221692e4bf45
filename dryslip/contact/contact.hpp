#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "dryslip/contact_patch/contact_patch.hpp"
#include "dryslip/record/progress.hpp"
#include "dryslip/surrogate/model_kind.hpp"

namespace dryslip {

struct ContactElements;
class FrictionModel;
class LimitSurface;
class ModelFitter;
struct SlipKink;

/// What computes the loads of a contact.
struct ContactOptions {
  ContactModel model = ContactModel::Exact;
  double tolerance = 1e-10;  ///< of loads that are integrated, relative to LoadScale [-]
  std::string
      section{};  ///< of the file that the patch stands in, which messages put in front of its keys; empty: none
};

/// A contact patch with everything that is computed from it. Each part is made once, when it is first asked for. Copies are cheap and share
/// their parts, also between threads; a part outlives the contact.
///
/// The constructor computes nothing. Parts throw InvalidInput as friction_model() does; all but the exact model also as
/// require_maximum_power(), those of a surrogate as ModelFitter. What samples or fits takes a progress, which is told of parts that are made
/// and throws Cancelled where it says so; it may ask this contact for nothing.
class Contact {
 public:
  /// Without options: the exact friction of the patch.
  Contact(ContactPatch patch, const ContactOptions& options = {});

  const ContactPatch& patch() const;
  const ContactOptions& options() const;
  /// Whether static and kinetic friction are the same.
  bool has_one_coefficient() const;

  /// The exact friction of the patch, or the surrogate fitted to it, which knows the largest error of its loads: model_error().
  ///
  /// Ellipsoid: by least squares. Quartic: with one parameter for axisymmetric contacts, else SOS-convex. Table: a lookup with
  /// 24 cells along each side.
  std::shared_ptr<const FrictionModel> model(Coefficient which = Coefficient::Kinetic,
                                             const Progress& progress = {}) const;
  /// All loads that the contact, or its surrogate, can carry.
  std::shared_ptr<const LimitSurface> surface(Coefficient which = Coefficient::Kinetic,
                                              const Progress& progress = {}) const;
  /// The slip_kinks() of the patch; a surrogate has none.
  std::shared_ptr<const std::vector<SlipKink>> kinks(Coefficient which = Coefficient::Kinetic) const;
  /// The contact in parts that hold or roll by themselves; null for a surrogate, which has no such parts. Kinetic coefficients.
  std::shared_ptr<const ContactElements> elements() const;
  /// The exact friction of the patch for pictures: integrated loads have errors of up to 1e-5 relative to LoadScale.
  std::shared_ptr<const FrictionModel> rough_model(Coefficient which = Coefficient::Kinetic) const;
  /// Fits surrogates to the patch.
  std::shared_ptr<const ModelFitter> fitter(Coefficient which = Coefficient::Kinetic,
                                            const Progress& progress = {}) const;

  /// The exact contact behind a surrogate; this contact itself where there is none.
  Contact exact() const;
  /// The contact seen from another origin, given in the body frame; its parts are made anew.
  Contact seen_from(Vec2 origin) const;

 private:
  struct Parts;
  explicit Contact(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}

  std::shared_ptr<const Parts> parts_;
};

}  // namespace dryslip
