#include "dryslip/contact/contact.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>

#include "dryslip/contact_patch/static_twin.hpp"
#include "dryslip/friction_load/contact_elements.hpp"
#include "dryslip/limit_surface/limit_surface.hpp"
#include "dryslip/record/in_section.hpp"
#include "dryslip/record/progress_part.hpp"
#include "dryslip/surrogate/fit_model.hpp"

namespace dryslip {

namespace {

using Model = std::shared_ptr<const FrictionModel>;

template <class Part>
using ByCoefficient = std::map<Coefficient, std::shared_ptr<const Part>>;

/// The part that exists, or else a new one; a part that cannot be made leaves nothing behind.
template <class Key, class Part, class Make>
std::shared_ptr<const Part> found_or_made(std::map<Key, std::shared_ptr<const Part>>& parts, Key key,
                                          const Make& make) {
  const auto found = parts.find(key);
  return found != parts.end() ? found->second : parts.emplace(key, make()).first->second;
}

}  // namespace

/// The parts made so far. All functions are called with the lock held: parts of a contact are made one after the other.
struct Contact::Parts {
  Parts(ContactPatch given, const ContactOptions& wanted) : patch(std::move(given)), options(wanted) {}

  const ContactPatch patch;
  const ContactOptions options;
  mutable std::mutex lock;

  bool is_exact() const { return options.model == ContactModel::Exact; }

  bool has_one_coefficient() const {
    if (!one_coefficient_) {
      in_section(options.section, [&] { check_patch(patch); });
      one_coefficient_ = dryslip::has_one_coefficient(patch);
    }
    return *one_coefficient_;
  }

  Model model(Coefficient which, const Progress& progress = {}) const {
    if (is_exact()) return exact_model(which, options.tolerance);
    return found_or_made(surrogates_, coefficient_of_model(which), [&] {
      const auto start = fitter(which, part_of(progress, 0.0, fitter_part));
      return start->fit(options.model, part_of(progress, fitter_part, 1.0)).front().model;
    });
  }

  /// A closed form is the same for every tolerance.
  Model exact_model(Coefficient which, double tolerance) const {
    const Coefficient coefficient = coefficient_of_model(which);
    auto& made = exact_models_[coefficient];
    if (!made.empty() && made.begin()->second->is_closed_form()) return made.begin()->second;
    return found_or_made(made, tolerance, [&]() -> Model {
      return in_section(options.section,
                        [&] { return friction_model(patch, {.coefficient = coefficient, .tolerance = tolerance}); });
    });
  }

  std::shared_ptr<const LimitSurface> surface(Coefficient which, const Progress& progress) const {
    return found_or_made(surfaces_, which, [&] {
      if (!is_exact())
        return std::make_shared<const LimitSurface>(LimitSurface::of_surrogate(patch, model(which, progress), which));
      const FrictionModelOptions wanted{.coefficient = which, .tolerance = options.tolerance};
      const Model exact = exact_model(which, surface_options(wanted).tolerance);
      return in_section(options.section, [&] { return std::make_shared<const LimitSurface>(patch, wanted, exact); });
    });
  }

  std::shared_ptr<const std::vector<SlipKink>> kinks(Coefficient which) const {
    return found_or_made(kinks_, which, [&] {
      return in_section(options.section, [&] {
        return std::make_shared<const std::vector<SlipKink>>(is_exact() ? slip_kinks(patch, which)
                                                                        : std::vector<SlipKink>());
      });
    });
  }

  std::shared_ptr<const ContactElements> elements() const {
    if (!elements_ && is_exact()) {
      const FrictionModelOptions wanted{.tolerance = options.tolerance};
      elements_ = std::make_shared<const ContactElements>(patch, wanted, model(wanted.coefficient));
    }
    return elements_;
  }

  std::shared_ptr<const ModelFitter> fitter(Coefficient which, const Progress& progress) const {
    return found_or_made(fitters_, coefficient_of_model(which), [&] {
      return std::make_shared<const ModelFitter>(patch, exact_model(which, options.tolerance), progress,
                                                 options.section);
    });
  }

  std::shared_ptr<const Parts> exact() const {
    if (!exact_) {
      const ContactOptions of_exact{.tolerance = options.tolerance, .section = options.section};
      exact_ = std::make_shared<const Parts>(patch, of_exact);
    }
    return exact_;
  }

 private:
  /// With one coefficient the kinetic model serves for both.
  Coefficient coefficient_of_model(Coefficient which) const {
    return which == Coefficient::Static && has_one_coefficient() ? Coefficient::Kinetic : which;
  }

  mutable std::optional<bool> one_coefficient_;
  mutable std::map<Coefficient, std::map<double, Model>> exact_models_;  // by tolerance
  mutable ByCoefficient<FrictionModel> surrogates_;
  mutable ByCoefficient<LimitSurface> surfaces_;
  mutable ByCoefficient<std::vector<SlipKink>> kinks_;
  mutable ByCoefficient<ModelFitter> fitters_;
  mutable std::shared_ptr<const ContactElements> elements_;
  mutable std::shared_ptr<const Parts> exact_;
};

Contact::Contact(ContactPatch patch, const ContactOptions& options)
    : parts_(std::make_shared<const Parts>(std::move(patch), options)) {}

const ContactPatch& Contact::patch() const { return parts_->patch; }
const ContactOptions& Contact::options() const { return parts_->options; }

bool Contact::has_one_coefficient() const {
  const std::lock_guard guard(parts_->lock);
  return parts_->has_one_coefficient();
}

std::shared_ptr<const FrictionModel> Contact::model(Coefficient which, const Progress& progress) const {
  const std::lock_guard guard(parts_->lock);
  return parts_->model(which, progress);
}

std::shared_ptr<const LimitSurface> Contact::surface(Coefficient which, const Progress& progress) const {
  const std::lock_guard guard(parts_->lock);
  return parts_->surface(which, progress);
}

std::shared_ptr<const std::vector<SlipKink>> Contact::kinks(Coefficient which) const {
  const std::lock_guard guard(parts_->lock);
  return parts_->kinks(which);
}

std::shared_ptr<const ContactElements> Contact::elements() const {
  const std::lock_guard guard(parts_->lock);
  return parts_->elements();
}

std::shared_ptr<const FrictionModel> Contact::rough_model(Coefficient which) const {
  constexpr double invisible = 1e-5;  // relative to LoadScale; a pixel is a hundred times as much
  const std::lock_guard guard(parts_->lock);
  return parts_->exact_model(which, std::max(invisible, parts_->options.tolerance));
}

std::shared_ptr<const ModelFitter> Contact::fitter(Coefficient which, const Progress& progress) const {
  const std::lock_guard guard(parts_->lock);
  return parts_->fitter(which, progress);
}

Contact Contact::exact() const {
  if (parts_->is_exact()) return *this;
  const std::lock_guard guard(parts_->lock);
  return Contact(parts_->exact());
}

Contact Contact::seen_from(Vec2 origin) const {
  if (origin == Vec2{}) return *this;
  return {dryslip::seen_from(parts_->patch, origin), parts_->options};
}

}  // namespace dryslip
