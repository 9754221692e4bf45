#pragma once

#include <string>

#include "dryslip/contact_patch/contact_patch.hpp"

namespace dryslip::detail {

// The parts of check_patch(). Each throws InvalidInput with a key that starts with `key`, such as "support[1]".

void check_shape(const Shape& shape, const std::string& key);
void check_pressure(const Support& support, const std::string& key);
void check_law(const Support& support, const ContactPatch& patch, const std::string& key);

// What several of them need: the value given and what is allowed, when the condition does not hold.

void check_finite(double value, const std::string& key, const std::string& unit);
void check_finite(Vec2 value, const std::string& key, const std::string& unit);
void check_positive(double value, const std::string& key, const std::string& unit);
void check_not_negative(double value, const std::string& key, const std::string& unit);

}  // namespace dryslip::detail
