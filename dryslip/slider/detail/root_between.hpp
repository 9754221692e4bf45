#pragma once

#include <boost/math/tools/roots.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cstdint>

namespace dryslip::detail {

/// Where a function changes its sign between a and b; b where it does not.
template <class Function>
double root_between(const Function& function, double a, double b) {
  const double at_a = function(a), at_b = function(b);
  if (at_a == 0.0) return a;
  if (at_b == 0.0 || (at_a > 0.0) == (at_b > 0.0)) return b;
  std::uintmax_t most = 100;
  const auto found = boost::math::tools::toms748_solve(function, a, b, at_a, at_b,
                                                       boost::math::tools::eps_tolerance<double>(50), most);
  return 0.5 * (found.first + found.second);
}

}  // namespace dryslip::detail
