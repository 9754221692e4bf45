#pragma once

#include <span>
#include <string>

#include "dryslip/surrogate/fit_answer.hpp"

namespace dryslip {

struct FitPicture {
  std::string title;
};

/// SVG of surrogates beside the exact contact, which is the first of them: error against cost on logarithmic axes, and the loads of motions
/// with the velocity along x.
std::string draw_fit(std::span<const RatedModel> models, const FitPicture& picture);

}  // namespace dryslip
