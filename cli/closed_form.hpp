#pragma once

#include "dryslip/contact_patch/contact_patch.hpp"

namespace dryslip::cli {

/// True where friction_model() answers with a closed form, false where it integrates with an error bound.
bool has_closed_form(const Support& support);

/// True where every support has one.
bool has_closed_form(const ContactPatch& patch);

}  // namespace dryslip::cli
