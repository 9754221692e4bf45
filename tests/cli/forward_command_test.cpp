#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/program.hpp"

namespace dryslip::tests {
namespace {

using ::testing::HasSubstr, ::testing::StartsWith, ::testing::UnorderedElementsAre;
using Json = nlohmann::json;

const std::string folder_of_scenarios = source_file("scenarios/forward_dynamics/");
const std::string joint = "[joint]\na = 2\nb = 1\nc = 1\nd = 3\nmu = 3.5\ntau = 2\nvelocity = 1\n";

ProgramResult forward(const std::string& text, const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments{"forward", "-"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_program({.arguments = arguments, .text = text});
}

/// A case of dupont.json in the words of the interface.
Json case_of(const Json& item) {
  const std::string kind = item.at("kind");
  if (kind == "scalar") {
    return {{"kind", "joint"}, {"a", item["a"]},   {"b", item["b"]},     {"c", item["c"]},
            {"d", item["d"]},  {"mu", item["mu"]}, {"tau", item["tau"]}, {"velocity", item["sgn_qdot"]}};
  }
  if (kind == "screw") {
    return {{"kind", "screw"},        {"inertia", item["I"]},        {"mass", item["m"]}, {"lead", item["l"]},
            {"helix", item["alpha"]}, {"thread", item["theta"]},     {"mu", item["mu"]},  {"gravity", item["g"]},
            {"tau", item["tau"]},     {"velocity", item["sgn_qdot"]}};
  }
  return {{"kind", "mechanism"}, {"A", item["A"]},   {"C", item["C"]},     {"b", item["b"]},
          {"d", item["d"]},      {"mu", item["mu"]}, {"tau", item["tau"]}, {"velocity", item["sgn_qdot"]}};
}

double distance(const Json& p, const Json& q) {
  if (!p.is_array()) return std::abs(p.get<double>() - q.get<double>());
  double largest = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) largest = std::max(largest, distance(p[i], q[i]));
  return largest;
}

double size(const Json& p) { return distance(p, p.is_array() ? Json(std::vector<double>(p.size(), 0.0)) : Json(0.0)); }

TEST(ForwardCommand, AnswersEveryReferenceCaseInOrder) {
  const Json cases = Json::parse(std::ifstream(source_file("tests/reference_data/dupont.json"))).at("cases");
  std::string text;
  for (const Json& item : cases) text += case_of(item).dump() + "\n";
  const ProgramResult result = run_program({.arguments = {"forward", "--cases", "-"}, .text = text});
  ASSERT_EQ(result.status, 0) << result.messages;
  const std::vector<std::string> lines = lines_of(result.out);
  ASSERT_EQ(lines.size(), cases.size());
  std::map<std::string, int> verdicts;
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const Json &item = cases[k], answer = Json::parse(lines[k]);
    SCOPED_TRACE(item.at("id"));
    const Json &expected = item.at("solutions"), &found = answer.at("solutions");
    ASSERT_EQ(found.size(), expected.size());
    const bool has_continuum = item.contains("continuum") && !item["continuum"].is_null();
    const std::string verdict = has_continuum       ? "continuum"
                                : found.empty()     ? "none"
                                : found.size() == 1 ? "one"
                                                    : "several";
    EXPECT_EQ(answer.at("verdict"), verdict);
    ++verdicts[verdict];
    bool is_static = false;
    for (const Json& solution : expected) {
      double nearest = 1e300, force = 1e300;
      Json mode;
      for (const Json& mine : found) {
        const double apart = distance(mine.at("acceleration"), solution.at("qdd"));
        if (apart >= nearest) continue;
        nearest = apart;
        mode = mine.at("mode");
        force = distance(mine.at("normal_force"), solution.at(solution.contains("tau_l") ? "tau_l" : "Fn"));
      }
      EXPECT_LE(nearest, 1e-11 * std::max(size(solution.at("qdd")), 1e-3));
      EXPECT_LE(force, 1e-11 * std::max(size(solution.at(solution.contains("tau_l") ? "tau_l" : "Fn")), 1.0));
      if (solution.contains("mode")) {
        EXPECT_EQ(mode, solution.at("mode"));
        is_static = is_static || mode == "static";
      } else if (solution.contains("modes")) {
        EXPECT_EQ(mode, solution.at("modes"));
      } else {
        EXPECT_EQ(mode, Json(std::vector<std::string>(item["n"].get<std::size_t>(), "slip")));
      }
    }
    if (answer.at("kind") != "mechanism") {
      EXPECT_EQ(answer.at("static_possible"), is_static);
    }
    if (item.contains("all_pattern_dets_same_sign")) {
      EXPECT_EQ(answer.at("unique_for_all_loads"), item.at("all_pattern_dets_same_sign"));
      EXPECT_EQ(answer.contains("witness"), item.at("all_pattern_dets_same_sign") == false);
    }
    if (has_continuum) {
      EXPECT_EQ(answer.at("continuum").at("bound"), item["continuum"]["qdd_bound"]);
      EXPECT_EQ(answer.at("continuum").at("side"), item["continuum"]["side"]);
      EXPECT_EQ(answer.at("bound"), item["continuum"]["qdd_bound"]);
    }
  }
  for (const char* verdict : {"none", "one", "several", "continuum"}) EXPECT_GT(verdicts[verdict], 0) << verdict;
}

TEST(ForwardCommand, AnswersOneScenario) {
  const ProgramResult result = forward(joint);
  ASSERT_EQ(result.status, 0) << result.messages;
  const Json answer = Json::parse(result.out);
  EXPECT_EQ(answer.at("verdict"), "several");
  EXPECT_EQ(answer.at("unique_for_all_loads"), false);
  EXPECT_NEAR(answer.at("margin").get<double>(), 2.0 / 3.5, 1e-15);
  EXPECT_EQ(answer.at("critical_mu"), 2.0);
  // compliance decides for the branch with F_n > 0
  const std::size_t index = answer.at("selected").at("solution");
  EXPECT_EQ(answer.at("selected").at("by"), "compliance");
  EXPECT_GT(answer.at("solutions")[index].at("normal_force").get<double>(), 0.0);
  EXPECT_EQ(
      Json::parse(forward("[joint]\na = 2\nb = 1\nc = 0\nd = 3\nmu = 3.5\ntau = 2\nvelocity = 1\n").out).at("margin"),
      "inf");
}

TEST(ForwardCommand, KnowsUnilateralStaticStiffnessAndSelection) {
  Json answer = Json::parse(
      forward("[joint]\na = 2\nb = 0\nc = 1\nd = 3\nmu = 0.5\ntau = -8\nvelocity = 1\nunilateral = true\n").out);
  EXPECT_EQ(answer.at("solutions")[0].at("mode"), "separation");
  answer = Json::parse(
      forward("[joint]\na = 2\nb = 1\nc = 1\nd = 3\nmu = 0.5\nmu_static = 0.8\ntau = 3\nvelocity = 0\n").out);
  EXPECT_EQ(answer.at("verdict"), "several");
  EXPECT_EQ(answer.at("static_possible"), true);
  answer = Json::parse(forward(joint + "stiffness = 1e6\n").out);
  EXPECT_EQ(answer.at("selected").at("rule"), "compliance");
  answer = Json::parse(forward(joint + "selection = 'continuity'\nprevious_acceleration = -7\n").out);
  EXPECT_EQ(answer.at("selected").at("by"), "continuity");
  EXPECT_NEAR(
      answer.at("solutions")[answer.at("selected").at("solution").get<std::size_t>()].at("acceleration").get<double>(),
      -23.0 / 3.0, 1e-12);
}

TEST(ForwardCommand, SimulatesWithEventsAndTheirCauses) {
  const TemporaryFolder folder;
  const std::string scenario = folder_of_scenarios + "torque_drop.toml";
  const ProgramResult result =
      run_program({.arguments = {"forward", scenario, "--simulate", "--out", folder.file("r.csv"), "--events", "-",
                                 "--plot", folder.file("p.svg")}});
  ASSERT_EQ(result.status, 0) << result.messages;
  const std::vector<std::string> events = lines_of(result.out);
  ASSERT_EQ(events.size(), 4u);
  EXPECT_EQ(events[0], "t,joint,from,to,cause,position,impulse,normal_impulse");
  EXPECT_THAT(events[1], StartsWith("0,0,,slip,start,"));
  EXPECT_THAT(events[2], HasSubstr(",slip,stick,impulsive_stop,"));
  EXPECT_THAT(events[3], HasSubstr(",stick,slip,load_leaves,"));
  const std::vector<std::string> rows = lines_of(text_of(folder.file("r.csv")));
  EXPECT_EQ(rows[0], "t,position,velocity,acceleration,normal_force,tau,mode");
  EXPECT_EQ(rows.size(), 602u);
  EXPECT_THAT(text_of(folder.file("p.svg")), HasSubstr("impulsive stop"));
  const ProgramResult json = run_program(
      {.arguments = {"forward", folder_of_scenarios + "stick_slip_of_two_joints.toml", "--simulate", "--json"}});
  const Json run = Json::parse(json.out);
  EXPECT_EQ(run.at("outcome"), "finished");
  EXPECT_EQ(run.at("rows").size(), 601u);
  EXPECT_TRUE(run.at("rows")[0].contains("velocity_1"));
  EXPECT_EQ(run.at("events")[0].at("from"), nullptr);
}

TEST(ForwardCommand, MapsCountsOverTwoNumbers) {
  const ProgramResult result = forward(joint, {"--map", "mu=0:4,tau=-12:8"});
  ASSERT_EQ(result.status, 0) << result.messages;
  const std::vector<std::string> lines = lines_of(result.out);
  EXPECT_EQ(lines[0], "mu,tau,verdict,count");
  ASSERT_EQ(lines.size(), 240u * 240u + 1u);
  for (std::size_t k = 1; k < lines.size(); k += 97) {
    std::istringstream fields(lines[k]);
    std::string mu, tau, verdict, count;
    std::getline(fields, mu, ',');
    std::getline(fields, tau, ',');
    std::getline(fields, verdict, ',');
    std::getline(fields, count, ',');
    const int expected = std::stod(mu) < 2.0 ? 1 : std::stod(tau) > -5.0 ? 2 : 0;  // a/c = 2, b − ad/c = −5
    EXPECT_EQ(count, std::to_string(expected)) << lines[k];
  }
  for (const char* bad : {"mu=0:4", "mu=0:4,mu=0:1", "mu=4:0,tau=0:1", "xi=0:4,tau=0:1", "mu=0,tau=1:2"}) {
    const ProgramResult wrong = forward(joint, {"--map", bad});
    EXPECT_EQ(wrong.status, 1) << bad;
    EXPECT_EQ(lines_of(wrong.messages).size(), 1u) << wrong.messages;
    EXPECT_THAT(wrong.messages, HasSubstr("--map")) << bad;
  }
}

TEST(ForwardCommand, DrawsEveryNamedScenario) {
  const TemporaryFolder folder;
  for (const auto& entry : std::filesystem::directory_iterator(folder_of_scenarios)) {
    const std::string file = entry.path().string();
    SCOPED_TRACE(file);
    EXPECT_EQ(run_program({.arguments = {"check", file}}).status, 0);
    const ProgramResult result = run_program({.arguments = {"forward", file, "--plot", folder.file("p.svg")}});
    EXPECT_EQ(result.status, 0) << result.messages;
    EXPECT_EQ(text_of(folder.file("p.svg")).find("nan"), std::string::npos);
  }
}

TEST(ForwardCommand, BadInputIsOneLineWithStatusOne) {
  const auto expect = [](const std::vector<std::string>& arguments, const std::string& text,
                         const std::string& message) {
    const ProgramResult result = run_program({.arguments = arguments, .text = text});
    EXPECT_EQ(result.status, 1) << message;
    EXPECT_EQ(lines_of(result.messages).size(), 1u) << result.messages;
    EXPECT_THAT(result.messages, HasSubstr(message));
  };
  expect({"forward"}, "", "nothing to solve");
  expect({"forward", "-", "--cases", "-"}, joint, "replaces the scenario");
  expect({"forward", "-", "--simulate"}, joint, "<stdin>: run.duration: missing");
  expect({"forward", "-", "--events", "e.csv"}, joint, "needs --simulate");
  expect({"forward", "-"}, joint + "tau = 3\n", "<stdin>:9:");
  expect({"forward", "--cases", "-"}, "{\"kind\": \"joint\", \"a\": 0}\n", "<stdin>:1: a: 0: must be greater than 0");
  expect({"forward", "--cases", "-"}, "\n{\"kind\": \"wheel\"}\n", "<stdin>:2: kind: \"wheel\"");
  expect({"forward", "--cases", "-"}, "{\"a\": 1}\n", "<stdin>:1: kind: missing");
  expect({"forward", "--cases", "-"}, "{\"a\": 1\n", "<stdin>:1: not JSON");
  expect({"forward", "--cases", "nowhere.jsonl"}, "", "nowhere.jsonl: cannot be opened");
  expect({"load", "-", "--twists", "nowhere"}, joint, "joint: a problem of forward dynamics");
  expect({"forward", "-", "--simulate"},
         "[screw]\ninertia = 1e-5\nmass = 1\nlead = 1e-3\nhelix = 0.1\nthread = 0\nmu = 0.1\n"
         "tau = 0\nvelocity = 0\nunilateral = true\n[run]\nduration = 1\n",
         "screw.unilateral: true");
}

TEST(ForwardCommand, HostileCasesAreOneLineWithStatusOne) {
  const auto repeated = [](const std::string& text, int count) {
    std::string result;
    for (int i = 0; i < count; ++i) result += text;
    return result;
  };
  constexpr int deep = 50000;
  for (const std::string& text :
       {repeated("[", deep) + repeated("]", deep), repeated("[", deep),
        repeated("{\"a\":", deep) + "1" + repeated("}", deep),
        "{\"kind\": \"joint\", \"a\": " + repeated("[{\"b\":", deep) + "1" + repeated("}]", deep) + "}"}) {
    SCOPED_TRACE(text.substr(0, 40));
    const ProgramResult result = run_program({.arguments = {"forward", "--cases", "-"}, .text = "\n" + text + "\n"});
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.messages,
              "<stdin>:2: nested deeper than 64 levels: keys, arrays and sections may go 64 levels deep\n");
  }
  // brackets in a text are none
  const ProgramResult text = run_program(
      {.arguments = {"forward", "--cases", "-"}, .text = "{\"kind\": \"\\\"" + repeated("[", 100) + "\"}\n"});
  EXPECT_EQ(text.status, 1);
  EXPECT_THAT(text.messages, HasSubstr("kind"));
}

TEST(ForwardCommand, ATorqueWithoutValueLeavesTheRowsUpToThere) {
  for (const std::string stiffness : {"", "stiffness = 1000\n"}) {
    SCOPED_TRACE(stiffness);
    const TemporaryFolder folder;
    const ProgramResult result =
        forward("[joint]\na = 1\nb = 0\nc = 1\nd = 1\nmu = 0.1\ntau = 'sqrt(1 - t)'\nvelocity = 1\n" + stiffness +
                    "[run]\nduration = 2\noutput_step = 0.25\n",
                {"--simulate", "--out", folder.file("run.json"), "--events", folder.file("events.csv"), "--plot",
                 folder.file("run.svg")});
    EXPECT_EQ(result.status, 1);
    EXPECT_THAT(result.messages, StartsWith("<stdin>: joint.tau: \"sqrt(1 - t)\": not finite at about t = 1"));
    EXPECT_THAT(result.messages, HasSubstr("; the rows up to there are written"));
    EXPECT_EQ(lines_of(result.messages).size(), 1u);
    EXPECT_THAT(folder.entries(), UnorderedElementsAre("run.json", "events.csv", "run.svg"));
    const Json run = Json::parse(text_of(folder.file("run.json")));
    EXPECT_EQ(run.at("outcome"), "formula_not_finite");
    EXPECT_EQ(run.at("converged"), false);
    EXPECT_THAT(run.at("reason").get<std::string>(), StartsWith("joint.tau: \"sqrt(1 - t)\""));
    EXPECT_EQ(run.at("rows").back().at("t"), 1.0);
    EXPECT_EQ(lines_of(text_of(folder.file("events.csv"))).size(), 2u);
  }
}

TEST(ForwardCommand, TorquesOfAMechanismAreNamedByTheirIndex) {
  const ProgramResult result = forward(
      "[mechanism]\nA = [[1]]\nC = [[1]]\nb = [0]\nd = [1]\nmu = [0.1]\ntau = ['sqrt(1 - t)']\nvelocity = [1]\n"
      "[run]\nduration = 2\n",
      {"--simulate"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.messages, StartsWith("<stdin>: mechanism.tau[0]: \"sqrt(1 - t)\": not finite at about t = 1"));
}

TEST(ForwardCommand, MemoryDoesNotGrowWithTheRows) {
  const TemporaryFolder folder;
  folder.write("many.toml",
               "[joint]\na = 2\nb = 1\nc = 1\nd = 3\nmu = 0.5\ntau = '4*sin(9*t)'\nvelocity = 1\n"
               "[run]\nduration = 1\noutput_step = 5e-6\n");
  const std::string line = "cd " + folder.file("") + " && ulimit -v 80000 && '" + plain_program() +
                           "' forward many.toml --simulate --out run.csv --plot run.svg 2> messages";
  EXPECT_EQ(std::system(line.c_str()), 0) << text_of(folder.file("messages"));
  EXPECT_EQ(lines_of(text_of(folder.file("run.csv"))).size(), 200002u);
}

TEST(ForwardCommand, ScrewInTimeShowsTheLoadTorque) {
  const std::string screw =
      "[screw]\ninertia = 1e-5\nmass = 10\nlead = 0.002\nhelix = 0.08726646259971647\nthread = 0.2530727415391778\n"
      "mu = 0.05\nmu_static = 0.06\ntau = 0.0\nvelocity = 0\n[run]\nduration = 0.01\noutput_step = 0.001\n";
  const ProgramResult result = forward(screw, {"--simulate", "--json"});
  ASSERT_EQ(result.status, 0) << result.messages;
  const Json last = Json::parse(result.out).at("rows").back();
  // overhauling: sinks by itself, m l² q̈ + m g l
  EXPECT_LT(last.at("velocity").get<double>(), 0.0);
  EXPECT_NEAR(last.at("normal_force").get<double>(),
              10 * 0.002 * (0.002 * last.at("acceleration").get<double>() + 9.81), 1e-12);
}

}  // namespace
}  // namespace dryslip::tests
