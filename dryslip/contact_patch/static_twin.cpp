#include "dryslip/contact_patch/static_twin.hpp"

#include <algorithm>
#include <variant>

namespace dryslip {

bool has_one_coefficient(const ContactPatch& patch) {
  const auto has_one = [&](const auto& law) {
    if constexpr (requires { law.coefficients; }) {
      return resolve_coefficient(law.coefficients, patch, Coefficient::Static) ==
             resolve_coefficient(law.coefficients, patch, Coefficient::Kinetic);
    } else if constexpr (requires { law.mu_static; }) {
      return !law.mu_static || *law.mu_static == law.mu;
    } else {
      return true;
    }
  };
  return std::all_of(patch.supports.begin(), patch.supports.end(),
                     [&](const Support& support) { return std::visit(has_one, support.law); });
}

FrictionLaw static_law(const FrictionLaw& law, const ContactPatch& patch) {
  return std::visit(
      [&](auto copy) -> FrictionLaw {
        if constexpr (requires { copy.coefficients; }) {
          const double kinetic = resolve_coefficient(copy.coefficients, patch, Coefficient::Kinetic);
          const double mu = resolve_coefficient(copy.coefficients, patch, Coefficient::Static);
          if constexpr (requires { copy.axle; }) copy.axle *= mu / kinetic;
          copy.coefficients = {.mu = mu};
        } else if constexpr (requires { copy.mu_static; }) {
          if (copy.mu_static) copy.mu = *copy.mu_static;
          copy.mu_static.reset();
        }
        return copy;
      },
      law);
}

}  // namespace dryslip
