#pragma once

#include "dryslip/record/words.hpp"

namespace dryslip {

/// What computes the loads of a contact: the contact itself, or a surrogate fitted to it.
enum class ContactModel { Exact, Pade, Ellipsoid, Quartic, Table };
template <>
inline constexpr std::array words<ContactModel>{"exact", "pade", "ellipsoid", "quartic", "table"};

}  // namespace dryslip
