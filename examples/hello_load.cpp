// The load of a disk that slides and spins.
#include <dryslip/dryslip.hpp>
#include <iostream>

int main() {
  const dryslip::ContactPatch patch{
      .normal_force = 10.0, .mu = 0.3, .supports = {{.shape = dryslip::Disk{.radius = 0.05}}}};
  const auto model = dryslip::friction_model(patch);
  const dryslip::FrictionLoad load = model->load({.velocity = {0.5, 0.0}, .omega = 30.0});
  std::cout << "force " << load.force.x << ", " << load.force.y << " N, moment " << load.moment << " N m\n";
}
