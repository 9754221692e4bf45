#pragma once

#include "python/record.hpp"

namespace dryslip::python {

// Words of enums that several folders use.

inline const Words contact_words{"bilateral", "unilateral"};
inline const Words joint_mode_words{"slip", "static", "incipient+", "incipient-", "separation"};
/// The same in a motion in time.
inline const Words run_mode_words{"slip", "stick", "start", "start", "separation"};
inline const Words rule_words{"static", "continuity", "compliance"};
inline const Words tilt_axis_words{"x", "y"};
inline const Words until_words{"duration", "rest"};

}  // namespace dryslip::python
