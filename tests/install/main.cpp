// An outside project: the spin moment of a uniform disk is 2/3 mu N R, and an error of the library can be caught.
#include <cmath>
#include <dryslip/dryslip.hpp>
#include <dryslip/version.hpp>
#include <iostream>

bool radius_must_be_positive(dryslip::ContactPatch patch) {
  patch.supports[0].shape = dryslip::Disk{.radius = -1.0};
  try {
    dryslip::friction_model(patch);
  } catch (const dryslip::InvalidInput& error) {
    return error.key() == "support[0].radius";
  }
  return false;
}

int main() {
  const dryslip::ContactPatch patch{
      .normal_force = 10.0, .mu = 0.3, .supports = {{.shape = dryslip::Disk{.radius = 0.05}}}};
  const double moment = dryslip::friction_model(patch)->load({.omega = 1.0}).moment;
  std::cout << "dryslip " << dryslip::version << ": spin moment " << moment << " N m\n";
  return std::abs(moment - 0.1) < 1e-15 && radius_must_be_positive(patch) ? 0 : 1;
}
