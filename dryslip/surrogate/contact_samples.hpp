#pragma once

#include <vector>

#include "dryslip/record/progress.hpp"
#include "dryslip/surrogate/contact_frame.hpp"

namespace dryslip {

/// One exact answer of a contact, in the units of its frame.
struct ContactSample {
  Twist motion;       ///< a unit vector
  FrictionLoad load;  ///< on the limit surface, with this motion as its normal
  double D = 0.0;     ///< dissipation, motion · load
};

/// Exact answers that surrogates are fitted to and compared with.
struct ContactSamples {
  ContactFrame frame;
  std::vector<ContactSample> all;         ///< evenly over the unit sphere of motions
  std::vector<ContactSample> along_axes;  ///< the three motions along the axes
  bool is_axisymmetric = false;           ///< D depends on |v| and |ω| only
};

/// About `count` motions spread evenly over the unit sphere: a spiral and its reflections in the planes of the axes and of x = y, which keep
/// the symmetry of a contact.
std::vector<Twist> even_motions(std::size_t count);

inline constexpr std::size_t usual_sample_count = 2000;

/// Throws Cancelled where progress says so.
ContactSamples sample_contact(const FrictionModel& exact, Vec2 reference, std::size_t count = usual_sample_count,
                              const Progress& progress = {});

}  // namespace dryslip
