#include "dryslip/contact/contact_model.hpp"

#include "dryslip/surrogate/fit_model.hpp"
#include "dryslip/surrogate/stand_in.hpp"

namespace dryslip {

std::unique_ptr<FrictionModel> contact_model(const ContactPatch& patch, ContactModel model,
                                             const FrictionModelOptions& options) {
  if (model == ContactModel::Exact) return friction_model(patch, options);
  const FittedModel fitted = fit_model(patch, model, options).front();
  return std::make_unique<StandIn>(dynamic_cast<const StandIn&>(*fitted.model));
}

LimitSurface contact_surface(const ContactPatch& patch, ContactModel model, const FrictionModelOptions& options) {
  if (model == ContactModel::Exact) return LimitSurface(patch, options);
  return {patch, contact_model(patch, model, options), options.coefficient};
}

}  // namespace dryslip
