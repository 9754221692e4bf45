#pragma once

#include "python/record.hpp"

namespace dryslip::python {

// Words of enums that several folders use.

inline const Words joint_mode_words{"slip", "static", "incipient+", "incipient-", "separation"};

}  // namespace dryslip::python
