#include "dryslip/slider/detail/held_supports.hpp"

#include <Eigen/Cholesky>
#include <algorithm>

#include "dryslip/numerics/span_of_vectors.hpp"

namespace dryslip::detail {

Mat3 motions_on(std::span<const SlipKink* const> kinks, const Mat3& G) {
  const Mat3 from_unit = G.llt().matrixU().solve(Mat3::Identity());
  std::vector<Eigen::Vector3d> rows;
  for (const SlipKink* kink : kinks) {
    for (Eigen::Index i = 0; i < kink->rows.rows(); ++i) {
      const Eigen::Vector3d row = from_unit.transpose() * kink->rows.row(i).transpose();
      rows.push_back(row.normalized());
    }
  }
  // sine; more than is_still() allows, so that what it finds to be still takes no motion away
  constexpr double dependent = 1e-8;
  const std::vector<Eigen::Vector3d> free = complement_of_span(span_of_vectors(rows, dependent));
  Mat3 N = Mat3::Zero();
  for (std::size_t i = 0; i < free.size(); ++i) N.col(static_cast<Eigen::Index>(i)) = from_unit * free[i];
  return N;
}

bool is_still(const SlipKink& kink, const Mat3& motions, const Mat3& G) {
  constexpr double rounding = 1e-9;
  const Mat3 from_unit =
      G.llt().matrixU().solve(Mat3::Identity());  // of energy, as the motions: lengths and angles do not compare
  return (kink.rows * motions).norm() <= rounding * (kink.rows * from_unit).norm();
}

HeldSupports::HeldSupports(const ContactPatch& patch, std::span<const SlipKink* const> kinks, const Mat3& G,
                           const FrictionModelOptions& options)
    : kinks_(kinks.begin(), kinks.end()),
      motions_(motions_on(kinks, G)),
      none_{.normal_force = 0.0, .mu = patch.mu, .mu_static = patch.mu_static, .supports = {}} {
  for (const SlipKink* kink : kinks) rolling_ = rolling_ + kink->load;
  const ContactPatch others = without_supports(patch, kinks);
  if (others.normal_force > 0.0) others_ = friction_model(others, options);
}

ContactPatch HeldSupports::contact(const Twist& V) const {
  ContactPatch result = none_;
  for (const SlipKink* kink : kinks_) {
    const ContactPatch alone = kink->contact_at(V);
    add_support(result, alone.supports.front(), alone.normal_force);
  }
  return result;
}

FrictionLoad HeldSupports::load(const Twist& V) const {
  FrictionLoad sum = others_ ? rolling_ + others_->load(V) : rolling_;
  for (const SlipKink* kink : kinks_)
    if (kink->line) sum = sum + kink->line->load(V);
  return sum;
}

Mat3 HeldSupports::hessian(const Twist& V) const {
  Mat3 sum = others_ ? others_->hessian(V) : Mat3(Mat3::Zero());
  for (const SlipKink* kink : kinks_)
    if (kink->line) sum += kink->line->hessian(V);
  return sum;
}

}  // namespace dryslip::detail
