#include "bench/friction_load/cubature_load.hpp"

#include <array>
#include <cmath>
#include <utility>

#ifdef DRYSLIP_HAS_CUBATURE
extern "C" {
#include <cubature.h>
}
#endif

namespace dryslip::bench {

#ifdef DRYSLIP_HAS_CUBATURE

namespace {

constexpr std::size_t most_evaluations = 20'000'000;

/// What an integrand needs of its contact.
struct Integrand {
  const Expression& pressure;
  CubatureBox::Map map;
  Twist V;
  LoadScale scale;
  double factor;  ///< μN/∫ p dA

  Vec2 place(const double* u) const {
    return map == CubatureBox::Map::Polar ? Vec2{u[0] * std::cos(u[1]), u[0] * std::sin(u[1])} : Vec2{u[0], u[1]};
  }
  /// p dA/(du dv).
  double weight(const double* u, Vec2 r) const {
    const double p = pressure(std::array{r.x, r.y});
    return map == CubatureBox::Map::Polar ? p * u[0] : p;
  }
};

int pressure_at(unsigned, const double* u, void* data, unsigned, double* value) {
  const auto& f = *static_cast<const Integrand*>(data);
  *value = f.weight(u, f.place(u));
  return 0;
}

/// The three components relative to LoadScale.
int load_at_point(unsigned, const double* u, void* data, unsigned, double* value) {
  const auto& f = *static_cast<const Integrand*>(data);
  const Vec2 r = f.place(u), slip = f.V.velocity + f.V.omega * turned_left(r);
  const double square = dot(slip, slip);
  const double force = square > 0.0 ? f.factor * f.weight(u, r) / std::sqrt(square) : 0.0;
  value[0] = force * slip.x / f.scale.force;
  value[1] = force * slip.y / f.scale.force;
  value[2] = force * cross(r, slip) / f.scale.moment;
  return 0;
}

}  // namespace

CubatureLoad::CubatureLoad(std::vector<CubatureBox> boxes, Expression pressure, const LoadScale& scale,
                           double tolerance)
    : boxes_(std::move(boxes)), pressure_(std::move(pressure)), scale_(scale), tolerance_(tolerance) {
  double total = 0.0;
  for (const CubatureBox& box : boxes_) {
    Integrand integrand{pressure_, box.map, {}, scale_, 1.0};
    double value = 0.0, error = 0.0;
    hcubature(1, pressure_at, &integrand, 2, &box.low.x, &box.high.x, most_evaluations, 0.0, 1e-13, ERROR_INDIVIDUAL,
              &value, &error);
    total += value;
  }
  total_ = total;
}

CubatureResult CubatureLoad::operator()(const Twist& V) const {
  CubatureResult result;
  const double tolerance = tolerance_ / static_cast<double>(boxes_.size());
  for (const CubatureBox& box : boxes_) {
    Integrand integrand{pressure_, box.map, V, scale_, scale_.force / total_};
    std::array<double, 3> value{}, error{};
    hcubature(3, load_at_point, &integrand, 2, &box.low.x, &box.high.x, most_evaluations, tolerance, 0.0,
              ERROR_INDIVIDUAL, value.data(), error.data());
    for (const double part : error) result.converged = result.converged && part <= tolerance;
    result.load =
        result.load + FrictionLoad{{value[0] * scale_.force, value[1] * scale_.force}, value[2] * scale_.moment};
  }
  return result;
}

bool CubatureLoad::is_available() { return true; }

#else

CubatureLoad::CubatureLoad(std::vector<CubatureBox> boxes, Expression pressure, const LoadScale& scale,
                           double tolerance)
    : boxes_(std::move(boxes)), pressure_(std::move(pressure)), scale_(scale), tolerance_(tolerance) {}
CubatureResult CubatureLoad::operator()(const Twist&) const { return {.load = {}, .converged = false}; }
bool CubatureLoad::is_available() { return false; }

#endif

}  // namespace dryslip::bench
