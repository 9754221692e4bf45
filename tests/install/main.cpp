// An outside project: the spin moment of a uniform disk is 2/3 mu N R.
#include <cmath>
#include <dryslip/dryslip.hpp>
#include <dryslip/version.hpp>
#include <iostream>

int main() {
  const dryslip::ContactPatch patch{
      .normal_force = 10.0, .mu = 0.3, .supports = {{.shape = dryslip::Disk{.radius = 0.05}}}};
  const double moment = dryslip::friction_model(patch)->load({.omega = 1.0}).moment;
  std::cout << "dryslip " << dryslip::version << ": spin moment " << moment << " N m\n";
  return std::abs(moment - 0.1) < 1e-15 ? 0 : 1;
}
