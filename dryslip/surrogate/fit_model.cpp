#include "dryslip/surrogate/fit_model.hpp"

#include <stdexcept>

#include "dryslip/contact_patch/maximum_power.hpp"
#include "dryslip/record/in_section.hpp"
#include "dryslip/record/progress_part.hpp"

namespace dryslip {

namespace {

constexpr int lookup_cells = 24;  // 3750 nodes, 120 kB: errors near 1e-5 for smooth contacts

/// Where the Padé formula is written: the middle of a round support, as in [Szewc], else the center of pressure.
Vec2 pade_reference(const ContactPatch& patch) {
  const auto is_round = [](const Shape& shape) {
    return std::holds_alternative<Disk>(shape) || std::holds_alternative<Ellipse>(shape) ||
           std::holds_alternative<Annulus>(shape) || std::holds_alternative<Ring>(shape);
  };
  if (patch.supports.size() == 1 && is_round(patch.supports.front().shape)) return patch.supports.front().center;
  return center_of_pressure(patch);
}

}  // namespace

ModelFitter::ModelFitter(ContactPatch patch, std::shared_ptr<const FrictionModel> exact, const Progress& progress,
                         std::string section)
    : patch_(std::move(patch)), exact_(std::move(exact)), section_(std::move(section)) {
  in_section(section_, [&] {
    require_maximum_power(patch_);
    if (!(exact_->scale().force > 0.0))
      throw InvalidInput("model", "a surrogate needs a contact with friction: normal_force and mu above 0");
  });
  samples_ = sample_contact(*exact_, center_of_pressure(patch_), usual_sample_count, progress);
}

std::vector<FittedModel> ModelFitter::pade(const Progress& progress) const {
  const Vec2 reference = pade_reference(patch_);
  const PressureMoments moments = pressure_moments(patch_, *exact_, reference);
  const ContactFrame frame = frame_about(*exact_, reference);
  constexpr double region_part = 0.3;
  const std::vector<PadeSample> region =
      contact_samples_of(*exact_, frame, moments, {}, part_of(progress, 0.0, region_part));
  std::vector<FittedModel> result;
  for (const bool is_fitted : {true, false}) {
    const double start = is_fitted ? region_part : 0.5 * (1.0 + region_part);
    const PadeFit fit = is_fitted ? fit_pade(region) : rate_pade(region, szewc_parameters);
    const PadeParameters& p = fit.parameters;
    FittedModel model =
        made(ContactModel::Pade, is_fitted ? "least squares" : "parameters of Szewc",
             PadeQuotient{PadeFormula(p), moments}, frame, part_of(progress, start, start + 0.5 * (1.0 - region_part)));
    const double a = PadeQuotient::radius() * frame.length;
    model.parameters = {{"b_T", p.b_T},
                        {"m_T", p.m_T},
                        {"b_M", p.b_M},
                        {"m_M", p.m_M},
                        {"radius", a},
                        {"reference_x", reference.x},
                        {"reference_y", reference.y},
                        {"c_100", moments.center.x},
                        {"c_010", moments.center.y},
                        {"c_101", moments.direction.x},
                        {"c_011", moments.direction.y},
                        {"c_00-1", moments.distance}};
    model.pade = fit;
    result.push_back(std::move(model));
  }
  return result;
}

std::vector<FittedModel> ModelFitter::ellipsoid(const Progress& progress) const {
  std::vector<FittedModel> result;
  const auto add = [&](const char* variant, const Ellipsoid& ellipsoid, const Progress& told) {
    result.push_back(made(ContactModel::Ellipsoid, variant, ellipsoid, samples_.frame, told));
    constexpr const char* names[3][3] = {{"B_xx", "B_xy", "B_xm"}, {"B_yx", "B_yy", "B_ym"}, {"", "", "B_mm"}};
    for (int i = 0; i < 3; ++i) {
      for (int j = i; j < 3; ++j) result.back().parameters.emplace_back(names[i][j], ellipsoid.B(i, j));
    }
  };
  add("least squares", ellipsoid_by_least_squares(samples_), part_of(progress, 0.0, 0.5));
  add("axes matched", ellipsoid_by_axes(samples_), part_of(progress, 0.5, 1.0));
  return result;
}

std::vector<FittedModel> ModelFitter::quartic(const Progress& progress) const {
  std::vector<FittedModel> result;
  const auto add = [&](const char* variant, const CertifiedQuartic& fit, const Progress& told) {
    result.push_back(made(ContactModel::Quartic, variant, fit.quartic, samples_.frame, told));
    result.back().convexity = fit.convexity;
    return &result.back().parameters;
  };
  const auto add_full = [&](const Progress& told) {
    const CertifiedQuartic full = quartic_by_least_squares(samples_);
    auto* parameters = add("SOS-convex", full, told);
    for (std::size_t i = 0; i < Quartic::powers.size(); ++i) {
      const auto& [x, y, m] = Quartic::powers[i];
      parameters->emplace_back("a_" + std::to_string(x) + std::to_string(y) + std::to_string(m),
                               full.quartic.coefficients()[i]);
    }
  };
  if (!samples_.is_axisymmetric) {
    add_full(progress);
    return result;
  }
  const CertifiedQuartic one = quartic_by_one_parameter(samples_);
  add("one parameter", one, part_of(progress, 0.0, 0.5))->emplace_back("c", axisymmetric_parameter(one.quartic));
  add_full(part_of(progress, 0.5, 1.0));
  return result;
}

FittedModel ModelFitter::table(const Progress& progress) const {
  constexpr double lookup_part = 0.6;
  SurfaceLookup lookup(*exact_, samples_.frame, lookup_cells, part_of(progress, 0.0, lookup_part));
  FittedModel result =
      made(ContactModel::Table, "cube", std::move(lookup), samples_.frame, part_of(progress, lookup_part, 1.0));
  result.parameters = {{"cells", lookup_cells}, {"nodes", 6.0 * (lookup_cells + 1) * (lookup_cells + 1)}};
  return result;
}

FittedModel ModelFitter::exact() const {
  FittedModel result;
  result.variant = exact_->is_closed_form() ? "closed form" : "integrated";
  result.frame = samples_.frame;
  result.model = exact_;
  return result;
}

FittedModel ModelFitter::made(ContactModel kind, const char* variant, Surrogate::Formula formula,
                              const ContactFrame& frame, const Progress& progress) const {
  auto model = std::make_shared<Surrogate>(std::move(formula), frame, exact_->scale());
  FittedModel result{.kind = kind, .variant = variant, .model = model, .parameters = {}, .frame = frame};
  result.error = measure_error(*model, *exact_, samples_, progress);
  model->set_model_error(result.error.largest);
  return result;
}

std::vector<FittedModel> ModelFitter::fitted(ContactModel kind, const Progress& progress) const {
  switch (kind) {
    case ContactModel::Pade:
      return pade(progress);
    case ContactModel::Ellipsoid:
      return ellipsoid(progress);
    case ContactModel::Quartic:
      return quartic(progress);
    case ContactModel::Table:
      return {table(progress)};
    case ContactModel::Exact:
      break;
  }
  return {exact()};
}

std::vector<FittedModel> ModelFitter::fit(ContactModel kind, const Progress& progress) const {
  tell(progress, 0.0);
  std::vector<FittedModel> all = in_section(section_, [&] {
    try {
      return fitted(kind, progress);
    } catch (const std::domain_error& error) {  // the contact lets some motions pass freely
      throw InvalidInput("model", error.what());
    }
  });
  tell(progress, 1.0);
  return all;
}

std::vector<FittedModel> fit_model(const ContactPatch& patch, ContactModel kind, const FrictionModelOptions& options,
                                   const Progress& progress) {
  const ModelFitter fitter(patch, friction_model(patch, options), part_of(progress, 0.0, fitter_part));
  return fitter.fit(kind, part_of(progress, fitter_part, 1.0));
}

}  // namespace dryslip
