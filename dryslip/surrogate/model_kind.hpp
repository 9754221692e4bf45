#pragma once

namespace dryslip {

/// What computes the loads of a contact: itself, or a fitted stand-in.
enum class ContactModel { Exact, Pade, Ellipsoid, Quartic, Table };

/// Name used in scenario files and messages.
const char* name_of(ContactModel model);

}  // namespace dryslip
