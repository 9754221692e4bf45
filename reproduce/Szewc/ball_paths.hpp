#pragma once

#include <span>

#include "dryslip/numerics/vec2.hpp"
#include "reproduce/item.hpp"

namespace dryslip::reproduce {

/// A panel of a figure: the path of the ball on a level table, and on one that is tilted by 2°.
struct BallPanel {
  std::string name;  ///< of its files: "left"
  std::string caption;
  std::string scenario;
  Vec2 end{};         ///< place after 2 s by a second program, level [mm]
  Vec2 end_tilted{};  ///< and tilted [mm]
};

/// All panels of a figure: paths, and where they end.
ItemResult run_ball_panels(const ScenarioTexts& scenarios, const std::string& title, std::span<const BallPanel> panels);

}  // namespace dryslip::reproduce
