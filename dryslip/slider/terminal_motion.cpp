#include "dryslip/slider/terminal_motion.hpp"

#include <cmath>

namespace dryslip {

TerminalMotions find_terminal_motions(const PreparedSlider& prepared) {
  const Slider& slider = prepared.slider();
  const EigenDirections found =
      find_eigen_directions(*prepared.contact_at_center().surface(), kinetic_metric(slider.mass, slider.inertia, {}));
  TerminalMotions result{.motions = {}, .is_complete = found.is_complete, .converged = found.converged};
  for (const EigenDirection& direction : found.directions) {
    TerminalMotion motion{.motion = direction.motion,
                          .center_of_rotation = {},
                          .dissipation = direction.eigenvalue,
                          .kind = direction.kind,
                          .is_isolated = direction.is_isolated};
    constexpr double no_spin = 1e-9;  // of the energy's root: as well as directions are known
    const double omega = motion.motion.omega;
    if (std::sqrt(slider.inertia) * std::abs(omega) <= no_spin) {
      motion.motion.omega = 0.0;
    } else {
      motion.center_of_rotation = slider.center_of_mass + (1.0 / omega) * turned_left(motion.motion.velocity);
    }
    result.motions.push_back(motion);
  }
  return result;
}

}  // namespace dryslip
