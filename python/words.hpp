#pragma once

#include "python/record.hpp"

namespace dryslip::python {

// Words of enums that several folders use.

inline const Words joint_mode_words{"slip", "static", "incipient+", "incipient-", "separation"};
/// The same in a motion in time.
inline const Words run_mode_words{"slip", "stick", "start", "start", "separation"};

}  // namespace dryslip::python
