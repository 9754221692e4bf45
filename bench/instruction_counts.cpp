// instruction_counts KERNEL PASSES: evaluates one kernel on the same 256 twists PASSES times, under callgrind. The difference
// of two runs is what the calls cost, without start-up (checks/check_instruction_counts.py).

#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "bench/friction_load/twist_sample.hpp"
#include "dryslip/friction_load/patch_friction.hpp"

namespace {

using namespace dryslip;
using namespace dryslip::bench;

struct Kernel {
  Support support;
  Outline outline;
};

const std::map<std::string, Kernel>& kernels() {
  constexpr double radius = 0.01;  // [m]
  static const Outline round{Outline::Form::Ellipse, {radius, radius}}, plate{Outline::Form::Rectangle, {0.015, 0.005}};
  static const std::map<std::string, Kernel> known{
      {"rectangle", {{.shape = Rectangle{{0.03, 0.01}}}, plate}},
      {"linear_rectangle", {{.shape = Rectangle{{0.03, 0.01}}, .pressure = LinearPressure{{40.0, 20.0}}}, plate}},
      {"uniform_disk", {{.shape = Disk{radius}}, round}},
      {"hertz_disk", {{.shape = Disk{radius}, .pressure = HertzPressure{}}, round}},
      {"hertz_shift", {{.shape = Disk{radius}, .pressure = HertzPressure{.shift = 0.3, .direction = 0.4}}, round}},
      {"ring", {{.shape = Ring{radius}}, round}},
      {"segment", {{.shape = Segment{.from = {-0.01, -0.002}, .to = {0.01, 0.004}, .ends = {1.0, 2.0}}}, round}},
  };
  return known;
}

}  // namespace

int main(int argument_count, char** arguments) {
  if (argument_count == 2 && std::string(arguments[1]) == "--list") {
    for (const auto& [name, kernel] : kernels()) std::cout << name << '\n';
    return 0;
  }
  const auto found = argument_count == 3 ? kernels().find(arguments[1]) : kernels().end();
  if (found == kernels().end()) {
    std::cerr << "usage: instruction_counts --list | instruction_counts KERNEL PASSES\n";
    return 1;
  }
  const auto& [support, outline] = found->second;
  const auto model = friction_model({.normal_force = 10.0, .mu = 0.3, .mu_static = {}, .supports = {support}});
  const std::vector<Twist> twists = random_twists(256, outline);
  FrictionLoad sum;
  for (int pass = std::atoi(arguments[2]); pass > 0; --pass) {
    for (const Twist& V : twists) sum = sum + model->load(V);
  }
  std::cout << sum.force.x << '\n';  // so that nothing is left out
}
