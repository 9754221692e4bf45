#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <numbers>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "cli/entry.hpp"
#include "tests/drawing/svg_numbers.hpp"
#include "tests/program.hpp"

namespace dryslip::tests {
namespace {

using ::testing::AllOf, ::testing::HasSubstr;
using Json = nlohmann::json;

const std::string disk = "[contact]\nnormal_force = 10\nmu = 0.3\n[[contact.support]]\nshape = 'disk'\nradius = 0.05\n";

/// The text of a scenario with a surrogate for its contact.
std::string with_model(const std::string& text, const std::string& model) {
  const std::string head = "[contact]\n";
  return head + "model = '" + model + "'\n" + text.substr(head.size());
}

ProgramResult fit_of(const std::string& text, const std::string& model, std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"fit", "-", "--model", model});
  return run_program({.arguments = more, .text = text});
}

TEST(FitCommand, TheLadderOfTheDiskHasTheKnownErrors) {
  const ProgramResult result = fit_of(disk, "all");
  EXPECT_EQ(result.status, 0) << result.messages;
  EXPECT_THAT(result.messages, AllOf(HasSubstr("exact, closed form"), HasSubstr("quartic, one parameter")));
  const Json models = Json::parse(result.out).at("models");
  int found = 0;
  for (const Json& model : models) {
    for (const char* key : {"parameters", "max_error", "rms_error", "dissipation_error", "gauge_error",
                            "center_of_rotation_error", "dissipates", "distance_from_gradient", "nanoseconds"}) {
      EXPECT_TRUE(model.contains(key)) << key;
    }
    EXPECT_GT(model.at("nanoseconds").get<double>(), 0.0);
    EXPECT_LE(model.at("rms_error").get<double>(), model.at("max_error").get<double>());
    const std::string variant = model.at("variant");
    if (variant == "axes matched" || variant == "one parameter") {
      // about 6.6 % and 0.64 %
      EXPECT_NEAR(model.at("gauge_error").get<double>(), variant == "axes matched" ? 0.0658 : 0.0064, 6e-5);
      ++found;
    }
    if (model.at("model") == "exact") {
      EXPECT_EQ(model.at("max_error").get<double>(), 0.0);
      EXPECT_TRUE(model.at("dissipates").get<bool>());
      EXPECT_EQ(variant, "closed form");
      ++found;
    }
    if (model.at("model") == "quartic") {
      EXPECT_GT(model.at("convexity_certificate").get<double>(), 0.0);
    }
    EXPECT_EQ(model.at("is_gradient").get<bool>(), model.at("model") != "pade");
  }
  EXPECT_EQ(found, 3);
}

TEST(FitCommand, OneModelStandsAtTheTopWithItsVariantsBelow) {
  for (const std::string model : {"pade", "ellipsoid", "quartic", "table"}) {
    const ProgramResult result = fit_of(disk, model);
    EXPECT_EQ(result.status, 0) << result.messages;
    const Json answer = Json::parse(result.out);
    EXPECT_EQ(answer.at("model"), model);
    EXPECT_TRUE(answer.at("parameters").is_object());
    EXPECT_EQ(answer.at("exact").at("model"), "exact");
    EXPECT_EQ(answer.at("variants").size(), model == "table" ? 0u : 1u);
  }
}

TEST(FitCommand, ThePaperSParametersAreAVariant) {
  const Json answer = Json::parse(fit_of(disk, "pade").out);
  const Json szewc = answer.at("variants").at(0).at("parameters");
  EXPECT_EQ(szewc.at("b_T"), 0.771);
  EXPECT_EQ(szewc.at("m_T"), 2.655);
  EXPECT_EQ(szewc.at("b_M"), 0.419);
  EXPECT_EQ(szewc.at("m_M"), 3.073);
  EXPECT_LT(answer.at("T").at("rms").get<double>(), answer.at("variants").at(0).at("T").at("rms").get<double>());
}

/// A frame of a picture with axes, read back from the numbers at its ticks.
class DrawnFrame {
 public:
  DrawnFrame(const std::string& frame, const std::vector<SvgLabel>& all, double (*scale)(double))
      : corner_{number(frame, "x"), number(frame, "y")}, size_{number(frame, "width"), number(frame, "height")} {
    std::vector<Vec2> x_ticks, y_ticks;  // place on the page, value
    for (const SvgLabel& label : all) {
      char* end = nullptr;
      const double value = std::strtod(label.text.c_str(), &end);
      if (label.text.empty() || *end != '\0') continue;
      const Vec2 r = label.place - corner_;
      if (label.anchor == "middle" && r.x > -1 && r.x < size_.x + 1 && r.y > size_.y && r.y < size_.y + 30)
        x_ticks.push_back({label.place.x, scale(value)});
      if (label.anchor == "end" && r.x < 0 && r.x > -40 && r.y > 0 && r.y < size_.y + 10)
        y_ticks.push_back({label.place.y - 4.0, scale(value)});  // middle of the letters
    }
    x_ = axis_of(x_ticks);
    y_ = axis_of(y_ticks);
  }

  bool holds(Vec2 r) const {
    const Vec2 inside = r - corner_;
    return inside.x >= 0 && inside.y >= 0 && inside.x <= size_.x && inside.y <= size_.y;
  }
  Vec2 value(Vec2 r) const { return {x_.start + x_.slope * r.x, y_.start + y_.slope * r.y}; }

 private:
  struct Axis {
    double start = 0.0, slope = 0.0;
  };
  static Axis axis_of(const std::vector<Vec2>& ticks) {
    EXPECT_GE(ticks.size(), 3u);
    if (ticks.size() < 2) return {};
    const double slope = (ticks.back().y - ticks.front().y) / (ticks.back().x - ticks.front().x);
    const Axis axis{ticks.front().y - slope * ticks.front().x, slope};
    for (const Vec2 tick : ticks) EXPECT_NEAR(axis.start + slope * tick.x, tick.y, 0.02 * std::abs(slope));  // 0.02 px
    return axis;
  }

  Vec2 corner_, size_;
  Axis x_, y_;
};

/// What the legend says of the models: the color of each by "kind, variant".
std::map<std::string, std::string> colors_of(const std::string& picture) {
  std::map<std::string, std::string> colors;
  for (const std::string& circle : elements(picture, "circle"))
    for (const SvgLabel& label : labels(picture))
      if (length(label.place - Vec2{number(circle, "cx") + 14, number(circle, "cy") + 4}) < 0.1)
        colors[label.text] = attribute(circle, "fill");
  return colors;
}

/// The ladder of the disk, drawn, with its numbers.
struct DrawnLadder {
  DrawnLadder() {
    const ProgramResult result =
        fit_of(disk, "all", {"--plot", folder.file("fit.svg"), "--out", folder.file("fit.json"), "--quiet"});
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.messages + result.out, "");
    picture = text_of(folder.file("fit.svg"));
    models = Json::parse(text_of(folder.file("fit.json"))).at("models");
    colors = colors_of(picture);
    for (const std::string& element : elements(picture, "rect"))
      if (attribute(element, "stroke-width") == "1.2") frames.push_back(element);
    EXPECT_EQ(frames.size(), 2u);
    EXPECT_EQ(models.size(), 8u);
    EXPECT_EQ(colors.size(), 8u);
  }

  /// As the legend has it.
  static std::string name_of(const Json& model) {
    return model.at("model").get<std::string>() + ", " + model.at("variant").get<std::string>();
  }

  const TemporaryFolder folder;
  std::string picture;
  Json models;
  std::map<std::string, std::string> colors;
  std::vector<std::string> frames;
};

TEST(FitCommand, DrawsAPicture) {
  const DrawnLadder ladder;
  const auto& [folder, picture, models, colors, frames] = ladder;
  ASSERT_EQ(frames.size(), 2u);
  const DrawnFrame frame(frames[0], labels(picture), [](double value) { return std::log10(value); });
  std::set<std::string> different;
  for (const Json& model : models) {
    SCOPED_TRACE(DrawnLadder::name_of(model));
    const std::string color = colors.at(DrawnLadder::name_of(model));
    different.insert(color);
    std::vector<Vec2> places;
    for (const std::string& circle : elements(picture, "circle"))
      if (attribute(circle, "fill") == color && frame.holds({number(circle, "cx"), number(circle, "cy")}))
        places.push_back({number(circle, "cx"), number(circle, "cy")});
    ASSERT_EQ(places.size(), 1u);
    constexpr double pixel = 1e-3;  // decades: a tenth of a pixel
    EXPECT_NEAR(frame.value(places[0]).x, std::log10(model.at("nanoseconds").get<double>()), pixel);
    const double error = model.at("max_error");
    if (error > 0.0) {
      EXPECT_NEAR(frame.value(places[0]).y, std::log10(error), pixel);
      continue;
    }
    // below all others, and named
    for (const Json& other : models) {
      if (other.at("max_error") > 0.0) {
        EXPECT_LT(frame.value(places[0]).y, std::log10(other.at("max_error").get<double>()) - 0.1);
      }
    }
    int named = 0;
    for (const SvgLabel& label : labels(picture))
      named += label.text == "no error" && std::abs(label.place.y - 4.0 - places[0].y) < 0.1;
    EXPECT_EQ(named, 1);
  }
  EXPECT_EQ(different.size(), 8u);
}

TEST(FitCommand, DrawsTheLoadsThatTheModelsHave) {
  const DrawnLadder ladder;
  const auto& [folder, picture, models, colors, frames] = ladder;
  ASSERT_EQ(frames.size(), 2u);
  const DrawnFrame frame(frames[1], labels(picture), [](double value) { return value; });
  std::set<std::string> kinds;
  for (const Json& model : models) {
    if (!kinds.insert(model.at("model")).second) continue;  // contact.model takes the first variant
    SCOPED_TRACE(DrawnLadder::name_of(model));
    std::vector<Vec2> curve;
    for (const std::string& path : elements(picture, "path"))
      if (attribute(path, "stroke") == colors.at(DrawnLadder::name_of(model))) curve = corners(path);
    ASSERT_EQ(curve.size(), 721u);
    // the same loads by another command
    const double length = model.at("frame").at("length"), force = model.at("frame").at("force");
    std::string twists = "vx,vy,omega\n";
    const std::vector<std::size_t> chosen{0, 61, 180, 250, 444, 700};
    for (const std::size_t k : chosen) {
      const double angle = static_cast<double>(k) * std::numbers::pi / 360.0;
      char row[120];
      std::snprintf(row, sizeof row, "%.17g,0,%.17g\n", std::cos(angle), std::sin(angle) / length);
      twists += row;
    }
    const std::string scenario = folder.write("s.toml", with_model(disk, model.at("model")));
    const CsvTable loads =
        csv_of(run_program({.arguments = {"load", scenario, "--twists", "-", "--quiet"}, .text = twists}).out);
    ASSERT_EQ(loads.rows.size(), chosen.size());
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      const Vec2 drawn = frame.value(curve[chosen[i]]);
      constexpr double pixel = 3e-4;  // of the axes: a twentieth of a pixel; the models differ by 0.006 and more
      EXPECT_NEAR(drawn.x, loads.rows[i][3] / force, pixel);
      EXPECT_NEAR(drawn.y, loads.rows[i][5] / (force * length), pixel);
    }
  }
  EXPECT_EQ(kinds.size(), 5u);
}

TEST(FitCommand, RefusesWhatItCannotFit) {
  const ProgramResult unknown = fit_of(disk, "spline");
  EXPECT_EQ(unknown.status, 1);
  EXPECT_THAT(unknown.messages, HasSubstr("spline"));
  const std::string wheel =
      "[contact]\nnormal_force = 10\nmu = 0.3\n[[contact.support]]\nshape = 'disk'\nradius = 0.05\n"
      "law = { type = 'elliptic', mu = [0.3, 0.2] }\n";
  const ProgramResult refused = fit_of(wheel, "pade");
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.messages, AllOf(HasSubstr("contact.support[0].law"), HasSubstr("isotropic")));
  // the ladder goes on without it
  const ProgramResult ladder = fit_of(wheel, "all");
  EXPECT_EQ(ladder.status, 0) << ladder.messages;
  EXPECT_THAT(ladder.messages, HasSubstr("no pade model: contact.support[0].law: "));
}

const std::string block =
    "[contact]\nmu = 0.4\n[[contact.support]]\nshape = 'rectangle'\nsize = [0.03, 0.01]\n"
    "[slider]\nmass = 0.0081\n[initial]\nvelocity = [0.5, 0.1]\nomega = 20\n[run]\nuntil = 'rest'\n";

TEST(SurrogateInCommands, TheFreeSlideEndsNearTheExactOne) {
  // stop time and place of this block as another program finds them; a surrogate whose D is off by little stops a little beside them
  const struct {
    const char* model;
    double near;  // of the stop time
  } known[] = {{"table", 1e-5}, {"quartic", 0.02}, {"ellipsoid", 0.06}, {"pade", 0.06}};
  for (const auto& [model, near] : known) {
    SCOPED_TRACE(model);
    const ProgramResult result =
        run_program({.arguments = {"simulate", "-", "--json"}, .text = with_model(block, model)});
    EXPECT_EQ(result.status, 0) << result.messages;
    EXPECT_THAT(result.messages, HasSubstr("replaces the exact contact"));
    const Json answer = Json::parse(result.out);
    EXPECT_GT(answer.at("model_error").get<double>(), 0.0);
    EXPECT_EQ(answer.at("outcome"), "at_rest");
    const double t = answer.at("rows").back().at("t").get<double>();
    EXPECT_NEAR(t, 0.14844271056, near * 0.148);
    EXPECT_NE(t, 0.14844271056);
  }
}

TEST(SurrogateInCommands, BothMethodsAgreeOnASurrogate) {
  // prox steps of first order against events, with every surrogate
  for (const std::string model : {"table", "quartic", "ellipsoid", "pade"}) {
    SCOPED_TRACE(model);
    const auto end = [&](const std::string& text) {
      const ProgramResult result = run_program({.arguments = {"simulate", "-", "--json", "-q"}, .text = text});
      EXPECT_EQ(result.status, 0) << result.messages;
      return Json::parse(result.out).at("rows").back();
    };
    const std::string text = with_model(block, model);
    const Json event = end(text), prox = end(text + "method = 'prox'\nstep = 1e-4\n");
    EXPECT_NEAR(prox.at("t").get<double>(), event.at("t").get<double>(), 3e-4);
    EXPECT_NEAR(prox.at("x").get<double>(), event.at("x").get<double>(), 2e-4);
    EXPECT_NEAR(prox.at("angle").get<double>(), event.at("angle").get<double>(), 1e-2);
  }
}

TEST(SurrogateInCommands, LoadAndMotionSayTheError) {
  for (const std::string model : {"table", "quartic", "ellipsoid", "pade"}) {
    SCOPED_TRACE(model);
    const TemporaryFolder folder;
    const std::string scenario = folder.write("s.toml", with_model(disk, model));
    const ProgramResult load =
        run_program({.arguments = {"load", scenario, "--twists", "-", "--json"}, .text = "vx,vy,omega\n0.1,0.2,3\n"});
    EXPECT_EQ(load.status, 0) << load.messages;
    EXPECT_THAT(load.messages, HasSubstr("replaces the exact contact"));
    const Json row = Json::parse(load.out).at("rows").at(0);
    EXPECT_GT(row.at("error_bound").get<double>(), 1e-6);
    // and back: the load has the motion that it came from
    const std::string table =
        "fx,fy,moment\n" + row.at("fx").dump() + "," + row.at("fy").dump() + "," + row.at("moment").dump() + "\n";
    const ProgramResult motion =
        run_program({.arguments = {"motion", scenario, "--loads", "-", "--json"}, .text = table});
    EXPECT_EQ(motion.status, 0) << motion.messages;
    const Json back = Json::parse(motion.out).at("rows").at(0);
    EXPECT_NEAR(back.at("factor").get<double>(), 1.0, 1e-9);
    EXPECT_NEAR(back.at("vx").get<double>() / back.at("omega").get<double>(), 0.1 / 3.0, 1e-6);
    EXPECT_NEAR(back.at("vy").get<double>() / back.at("omega").get<double>(), 0.2 / 3.0, 1e-6);
    EXPECT_GT(back.at("model_error").get<double>(), 1e-6);
  }
}

TEST(SurrogateInCommands, CommandsAboutTheContactItselfLeaveItOut) {
  for (const std::string command : {"surface", "points"}) {
    const ProgramResult result = run_program({.arguments = {command, "-"}, .text = with_model(disk, "ellipsoid")});
    EXPECT_EQ(result.status, 0) << result.messages;
    EXPECT_EQ(result.messages,
              "remark: contact.model = \"ellipsoid\" is ignored: this command uses the exact contact\n");
    EXPECT_EQ(result.out, run_program({.arguments = {command, "-"}, .text = disk}).out);
  }
}

}  // namespace
}  // namespace dryslip::tests
