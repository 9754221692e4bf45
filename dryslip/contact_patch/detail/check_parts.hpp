#pragma once

#include <string>

#include "dryslip/contact_patch/contact_patch.hpp"

namespace dryslip::detail {

// The parts of check_patch(), for what depends on more than one number. Each throws InvalidInput with a key that starts with `key`, such as
// "support[1]".

void check_shape(const Shape& shape, const std::string& key);
void check_pressure(const Support& support, const std::string& key);
void check_law(const Support& support, const ContactPatch& patch, const std::string& key);

}  // namespace dryslip::detail
