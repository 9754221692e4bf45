#include "dryslip/surrogate/pade_formula.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "dryslip/numerics/simd_pack.hpp"
#include "dryslip/record/check_record.hpp"
#include "dryslip/surrogate/detail/pade_batch.hpp"

namespace dryslip {

PadeFormula::PadeFormula(const PadeParameters& parameters)
    : parameters_(parameters),
      for_T_(pade_term(parameters.b_T, parameters.m_T)),
      for_M_(pade_term(parameters.b_M, parameters.m_M)) {
  check_record(parameters, "");
}

FrictionLoad PadeFormula::load(const Twist& slip, const PressureMoments& moments, double epsilon) const {
  // as pade_load(), with both denominators at once in a pair of lanes
  using Pair = Pack<PairSet>;
  const auto both = [](double T, double M) { return Pair(Pair::Doubles{T, M}); };
  const PadeTerm<Pair> terms{both(for_T_.b, for_M_.b), both(for_T_.square_b, for_M_.square_b),
                             both(for_T_.log_square_b, for_M_.log_square_b), both(for_T_.half_m, for_M_.half_m),
                             both(for_T_.two_per_m, for_M_.two_per_m)};
  const double v2 = std::max(dot(slip.velocity, slip.velocity), smallest_square);
  const double w2 = std::max(slip.omega * slip.omega, smallest_square);
  const Pair over = inverse_denominator(terms, Pair(v2), Pair(w2), Pair(log_of_quotient(v2, w2)), Pair(epsilon));
  const PadeMoments<double> c{moments.center, moments.direction, moments.distance};
  const auto [T, M] = pade_quotients(for_T_.b, for_M_.b, c, slip.velocity, slip.omega,
                                     static_cast<double>(over.lanes[0]), static_cast<double>(over.lanes[1]));
  return {T, M};
}

Mat3 PadeFormula::jacobian(const Twist& slip, const PressureMoments& moments, double epsilon) const {
  const auto constant = [](Vec2 a) -> BasicVec2<Dual3> { return {a.x, a.y}; };
  const PadeMoments<Dual3> c{constant(moments.center), constant(moments.direction), moments.distance};
  const BasicVec2<Dual3> velocity{{slip.velocity.x, 1.0, 0.0, 0.0}, {slip.velocity.y, 0.0, 1.0, 0.0}};
  const Dual3 omega{slip.omega, 0.0, 0.0, 1.0};
  const auto [T, M] = pade_load(for_T_, for_M_, c, velocity, omega, Dual3(epsilon));
  Mat3 result;
  result << T.x.dx, T.x.dy, T.x.dz, T.y.dx, T.y.dy, T.y.dz, M.dx, M.dy, M.dz;
  return result;
}

void PadeFormula::loads(std::span<const Twist> slips, const PressureMoments& moments,
                        std::span<FrictionLoad> T_and_M) const {
  detail::pade_batches().back()(
      {PadeBatchTerm(for_T_), PadeBatchTerm(for_M_), {moments.center, moments.direction, moments.distance}}, slips,
      T_and_M);
}

}  // namespace dryslip
