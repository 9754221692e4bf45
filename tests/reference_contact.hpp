#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "dryslip/contact_patch/contact_patch.hpp"
#include "dryslip/friction_load/twist.hpp"

namespace dryslip::tests {

// Contacts of the reference files (tests/reference_data/README.md).

using Json = nlohmann::json;

inline Json reference(const std::string& name) {
  return Json::parse(std::ifstream(std::string(DRYSLIP_SOURCE_DIR) + "/tests/reference_data/" + name)).at("cases");
}

/// All cases of a kind, of which there must be this many.
inline std::vector<Json> reference(const std::string& name, const std::string& kind, std::size_t count) {
  std::vector<Json> found;
  for (const Json& item : reference(name))
    if (item.at("kind") == kind) found.push_back(item);
  EXPECT_EQ(found.size(), count) << kind;
  return found;
}

inline Vec2 vec(const Json& a) { return {a[0].get<double>(), a[1].get<double>()}; }
inline Twist twist(const Json& a) { return {vec(a), a[2].get<double>()}; }
inline FrictionLoad load(const Json& a) { return {vec(a), a[2].get<double>()}; }

inline Support support_of(const Json& patch) {
  const std::string type = patch.at("type");
  Support support;
  if (type == "rectangle") {
    support.shape = Rectangle{{patch.at("lx").get<double>(), patch.at("ly").get<double>()}};
  } else if (type == "polygon") {
    Polygon polygon;
    for (const Json& loop : patch.at("loops")) {
      polygon.loops.emplace_back();
      for (const Json& vertex : loop) polygon.loops.back().push_back(vec(vertex));
    }
    support.shape = polygon;
  } else if (type == "disc" || type == "hertz_disc") {
    support.shape = Disk{patch.at("radius").get<double>()};
    if (type == "hertz_disc") {
      support.pressure =
          HertzPressure{.shift = patch.at("d").get<double>(), .direction = patch.at("gamma").get<double>()};
    }
  } else if (type == "ring") {
    support.shape = Ring{patch.at("radius").get<double>()};
  } else if (type == "annulus") {
    support.shape = Annulus{{patch.at("r_in").get<double>(), patch.at("r_out").get<double>()}};
  } else if (type == "ellipse_hertz") {
    support.shape = Ellipse{{patch.at("a").get<double>(), patch.at("b").get<double>()}};
    support.pressure = HertzPressure{};
  } else if (type == "segment") {
    support.shape =
        Segment{vec(patch.at("p1")), vec(patch.at("p2")), {patch.at("n1").get<double>(), patch.at("n2").get<double>()}};
  } else {
    EXPECT_EQ(type, "points");
    Points points;
    for (const Json& point : patch.at("points")) points.points.push_back({vec(point), point[2].get<double>()});
    support.shape = points;
  }
  if (patch.contains("pressure")) support.pressure = LinearPressure{vec(patch.at("pressure").at("g"))};
  return support;
}

/// An axisymmetric contact that slides freely, centered at O.
struct RoundContact {
  Json item;
  Shape shape;
  Pressure pressure;
};
/// Cases whose ratio of slide and spin at the end is known.
inline std::vector<RoundContact> round_contacts() {
  std::vector<RoundContact> found;
  for (const Json& item : reference("free_sliding.json")) {
    if (!item.contains("terminal_ratio_fixed_point")) continue;
    const std::string kind = item.at("kind");
    const double R = item.at("R");
    RoundContact contact{item, Disk{R}, {}};
    if (kind == "ring") contact.shape = Ring{R};
    if (kind == "annulus") contact.shape = Annulus{{item.at("r_in").get<double>(), R}};
    if (kind == "hertz_disc") contact.pressure = HertzPressure{};
    found.push_back(contact);
  }
  EXPECT_EQ(found.size(), 7u);
  return found;
}

/// Bodies of points whose contacts have strength k: 1 N on each, so that k is the coefficient.
inline ContactPatch body_of(const Json& contacts) {
  ContactPatch body{.normal_force = static_cast<double>(contacts.size()), .mu = {}, .mu_static = {}, .supports = {}};
  for (const Json& contact : contacts) {
    const std::string type = contact.at("type");
    Support support{
        .shape = Points{{WeightedPoint{}}}, .center = vec({contact.at("x"), contact.at("y")}), .share = 1.0};
    const Heading heading{.angle = contact.value("e", 0.0)};
    const Coefficients k{.mu = contact.value("k", 0.0), .mu_static = {}};
    if (type == "isotropic") support.law = IsotropicLaw{k};
    if (type == "ideal_wheel") support.law = WheelLaw{heading, k};
    if (type == "rusty_wheel") support.law = RustyWheelLaw{heading, contact.at("b").get<double>(), k};
    if (type == "ratchet") support.law = RatchetLaw{heading, k};
    if (type == "elliptic") {
      support.law = EllipticLaw{{contact.at("k1").get<double>(), contact.at("k2").get<double>()}, {}, heading};
    }
    body.supports.push_back(support);
  }
  return body;
}

}  // namespace dryslip::tests
