#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <filesystem>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "dryslip/files/hdf5_file.hpp"
#include "tests/program.hpp"

namespace dryslip::tests {
namespace {

using ::testing::ElementsAre, ::testing::HasSubstr, ::testing::IsEmpty, ::testing::Not, ::testing::StartsWith,
    ::testing::UnorderedElementsAre;

const std::string free_slide = source_file("scenarios/free_slide_of_a_block.toml");
const std::string general_motion = source_file("scenarios/kardan_general_motion.toml");

/// A disk of 1 kg on a table; further sections follow.
const std::string disk =
    "[contact]\nmu = 0.3\n[[contact.support]]\nshape = 'disk'\nradius = 0.05\n[slider]\nmass = 1\n";

/// The paper's ball with back-spin and exact friction; further sections follow.
const std::string ball =
    "[ball]\nradius = 0.02\ncontact_radius = 0.003\nmu = 0.2\nrolling_shift = 1\n"
    "[initial]\nvelocity = [0, 0.4]\nomega = [20, 0, 0]\n";

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line) c == ',' ? void(fields.emplace_back()) : fields.back().push_back(c);
  return fields;
}

/// A column of a CSV text by its name, as text.
std::vector<std::string> column(const std::string& csv, const std::string& name) {
  const std::vector<std::string> lines = lines_of(csv), names = fields_of(lines.at(0));
  const auto place = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  std::vector<std::string> values;
  for (std::size_t i = 1; i < lines.size(); ++i) values.push_back(fields_of(lines[i]).at(place));
  return values;
}
std::vector<double> numbers(const std::string& csv, const std::string& name) {
  std::vector<double> values;
  for (const std::string& text : column(csv, name)) values.push_back(std::stod(text));
  return values;
}

TEST(SimulateCommand, WritesRowsAndEventsOfAFreeSlide) {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_program({.arguments = {"simulate", free_slide, "--events", folder.file("events.csv")}});
  EXPECT_EQ(result.status, 0) << result.messages;
  EXPECT_EQ(result.messages, "");
  EXPECT_THAT(lines_of(result.out).at(0),
              StartsWith("t,x,y,angle,vx,vy,omega,fx,fy,moment,mode,kinetic_energy,work_of_loads,work_of_friction,"));
  // rows at 0, 1 ms, 2 ms, ... and at the stop
  const std::vector<double> times = numbers(result.out, "t");
  ASSERT_EQ(times.size(), 150u);
  for (std::size_t i = 0; i + 1 < times.size(); ++i) EXPECT_NEAR(times[i], 1e-3 * static_cast<double>(i), 1e-15);
  // free slide of this block, as in the reference data
  EXPECT_NEAR(times.back(), 0.14844271056, 1e-10);
  EXPECT_NEAR(numbers(result.out, "x").back(), 0.034940581359, 1e-10);
  EXPECT_NEAR(numbers(result.out, "y").back(), 0.0061983019960, 1e-10);
  EXPECT_NEAR(numbers(result.out, "angle").back(), 1.6764524588, 1e-8);
  for (const char* name : {"vx", "vy", "omega"}) EXPECT_EQ(column(result.out, name).back(), "0");
  EXPECT_EQ(column(result.out, "mode").front(), "slip");
  EXPECT_EQ(column(result.out, "mode").back(), "stick");
  // energy lost is the work of friction
  const double start = numbers(result.out, "kinetic_energy").front();
  EXPECT_NEAR(numbers(result.out, "work_of_friction").back(), -start, 1e-9 * start);

  const std::string events = text_of(folder.file("events.csv"));
  EXPECT_THAT(lines_of(events),
              ElementsAre("t,from,to,cause", "0,,slip,start", column(result.out, "t").back() + ",slip,stick,stop"));
}

TEST(SimulateCommand, FindsTheEventsOfKardansFigures) {
  struct Case {
    std::string name;
    std::vector<double> times;
  };
  // the reference times of Figs. 3 to 6, with the digits that are printed
  const std::vector<Case> cases{
      {"kardan_never_slips", {0}},
      {"kardan_never_stops", {0}},
      {"kardan_four_stops",
       {0, 0.47212282, 0.85985227, 1.27117005, 1.38923895, 1.79298715, 1.90807419, 2.41191956, 2.81886835}},
      {"kardan_general_motion",
       {0, 0.10783009, 0.40744211, 0.99643023, 1.14742782, 2.74321308, 2.83324924, 3.31742314, 3.52321343, 4.15111380,
        4.32372492}}};
  for (const Case& figure : cases) {
    SCOPED_TRACE(figure.name);
    const ProgramResult result =
        run_program({.arguments = {"simulate", source_file("scenarios/" + figure.name + ".toml"), "--out", "/dev/null",
                                   "--events", "-"}});
    EXPECT_EQ(result.status, 0) << result.messages;
    const std::vector<double> times = numbers(result.out, "t");
    ASSERT_GE(times.size(), figure.times.size());
    for (std::size_t i = 0; i < figure.times.size(); ++i) EXPECT_NEAR(times[i], figure.times[i], 1e-7);
    EXPECT_EQ(column(result.out, "from").front(), "");
  }
}

TEST(SimulateCommand, TheLoadOfTheFirstRowIsThatOfTheSlipThatBegins) {
  // pushed with 4 N from rest: the support bears no more than μN
  const ProgramResult result =
      run_program({.arguments = {"simulate", "-"},
                   .text = disk + "[drive]\nfx = '4'\n[run]\nduration = 0.01\noutput_step = 0.01\n"});
  EXPECT_EQ(column(result.out, "mode").front(), "slip");
  EXPECT_NEAR(numbers(result.out, "fx").front(), 0.3 * 9.81, 1e-9);
  EXPECT_NEAR(numbers(result.out, "fx").back(), 0.3 * 9.81, 1e-9);
}

TEST(SimulateCommand, APushedBlockYieldsAtTheExactThreshold) {
  struct Case {
    std::string name;
    double threshold;  // [N], kardan_threshold.json; μ_s N for the flat link
  };
  for (const Case& push : std::vector<Case>{{"push_flat_link", 0.04575384},
                                            {"push_at_5_mm", 0.034739537381093116},
                                            {"push_at_10_mm", 0.026183138303287376}}) {
    SCOPED_TRACE(push.name);
    const TemporaryFolder folder;
    const ProgramResult result = run_program(
        {.arguments = {"simulate", source_file("scenarios/" + push.name + ".toml"), "--events", folder.file("e.csv")}});
    ASSERT_EQ(result.status, 0) << result.messages;
    std::vector<double> force = numbers(result.out, "spring_0");
    if (push.name == "push_flat_link") {
      const std::vector<double> other = numbers(result.out, "spring_1");
      for (std::size_t i = 0; i < force.size(); ++i) force[i] += other[i];
    }
    // while it sticks the force is stiffness · speed · t + damping · speed = 0.2 t + 6e-4
    const double yields = numbers(text_of(folder.file("e.csv")), "t").at(1);
    EXPECT_NEAR(0.2 * yields + 6e-4, push.threshold, 1e-9);
    // it goes on rising until the block is as fast as the stage: 0.2 % at this rate of loading; then it drops
    const double peak = *std::max_element(force.begin(), force.end());
    EXPECT_GT(peak, 0.999 * push.threshold);
    EXPECT_LT(peak, 1.002 * push.threshold);
    EXPECT_LT(force.back(), 0.97 * push.threshold);
  }
}

TEST(SimulateCommand, JsonHoldsTheSameNumbers) {
  const std::string csv = run_program({.arguments = {"simulate", free_slide}}).out;
  const TemporaryFolder folder;
  const ProgramResult result = run_program({.arguments = {"simulate", free_slide, "--json"}});
  EXPECT_EQ(result.status, 0);
  const nlohmann::json object = nlohmann::json::parse(result.out);
  EXPECT_EQ(object.at("outcome"), "at_rest");
  EXPECT_EQ(object.at("events").size(), 2u);
  const std::vector<double> x = numbers(csv, "x");
  ASSERT_EQ(object.at("rows").size(), x.size());
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_EQ(object.at("rows")[i].at("x").get<double>(), x[i]);
  // by the ending of the name
  EXPECT_EQ(run_program({.arguments = {"simulate", free_slide, "--out", folder.file("run.json")}}).status, 0);
  EXPECT_EQ(text_of(folder.file("run.json")), result.out);
}

TEST(SimulateCommand, WritesHdf5WhereItIsBuiltWithIt) {
  const TemporaryFolder folder;
  const ProgramResult result = run_program(
      {.arguments = {"simulate", free_slide, "-o", folder.file("run.h5"), "--events", folder.file("e.h5")}});
  if (has_hdf5()) {
    EXPECT_EQ(result.status, 0) << result.messages;
    for (const char* name : {"run.h5", "e.h5"})
      EXPECT_THAT(text_of(folder.file(name)), StartsWith("\x89HDF\r\n\x1a\n"));
    const ProgramResult both =
        run_program({.arguments = {"simulate", free_slide, "--json", "-o", folder.file("j.h5")}});
    EXPECT_EQ(both.status, 1);
    EXPECT_THAT(both.messages, HasSubstr(".h5 or --json, not both"));
  } else {
    EXPECT_EQ(result.status, 1);
    EXPECT_THAT(result.messages, HasSubstr("built without HDF5"));
    EXPECT_THAT(folder.entries(), IsEmpty());
  }
}

TEST(SimulateCommand, ReadsStandardInput) {
  const ProgramResult result =
      run_program({.arguments = {"simulate", "-"}, .text = disk + "[run]\nduration = 0.0025\n"});
  EXPECT_EQ(result.status, 0) << result.messages;
  EXPECT_THAT(column(result.out, "t"), ElementsAre("0", "0.001", "0.002", "0.0025"));
}

TEST(SimulateCommand, SaysThatABodyAtRestEndsARunUntilRest) {
  const std::string text = disk + "[drive]\nfx = 'max(0, t - 1)'\n[run]\nuntil = 'rest'\n";
  const auto run = [](const std::string& scenario, const std::string& option) {
    return run_program({.arguments = {"simulate", "-", option}, .text = scenario});
  };
  EXPECT_THAT(run(text, "--json").messages, StartsWith("remark: the body rests at t = 0"));
  EXPECT_EQ(run(text, "--json").status, 0);
  EXPECT_EQ(run(text, "--quiet").messages, "");
  EXPECT_EQ(run(text + "[initial]\nvelocity = [0.1, 0]\n", "--json").messages, "");
}

TEST(SimulateCommand, RestNeverReachedIsStatusTwoWithEverythingWritten) {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_program({.arguments = {"simulate", "-", "--out", folder.file("run.csv"), "--events",
                                 folder.file("events.csv"), "--plot", folder.file("run.svg")},
                   .text = disk + "[table]\ntilt = 0.5\n[run]\nuntil = 'rest'\nduration = 2\noutput_step = 0.5\n"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.messages, StartsWith("dryslip simulate: not at rest: still moving at t = 2 s"));
  EXPECT_EQ(lines_of(result.messages).size(), 1u);
  EXPECT_THAT(folder.entries(), UnorderedElementsAre("run.csv", "events.csv", "run.svg"));
  const std::string run = text_of(folder.file("run.csv"));
  EXPECT_THAT(column(run, "t"), ElementsAre("0", "0.5", "1", "1.5", "2"));
  // slides down for ever: v = (g sin − μ g cos) t
  EXPECT_NEAR(numbers(run, "vx").back(), 9.81 * (std::sin(0.5) - 0.3 * std::cos(0.5)) * 2.0, 1e-8);
}

/// The disk under a force, as JSON.
ProgramResult disk_under(const std::string& fx) {
  return run_program({.arguments = {"simulate", "-", "--json"},
                      .text = disk + "[drive]\nfx = '" + fx + "'\n[run]\nduration = 1\noutput_step = 0.1\n"});
}

TEST(SimulateCommand, AForceThatGrowsBeyondAllLimitsIsSaidInTheResult) {
  const ProgramResult result = disk_under("1/(0.5-t)^2");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.messages, StartsWith("<stdin>: drive.fx: \"1/(0.5-t)^2\": not finite at about t = 0.5 s"));
  const nlohmann::json object = nlohmann::json::parse(result.out);
  EXPECT_EQ(object.at("outcome"), "formula_not_finite");
  EXPECT_EQ(object.at("converged"), false);
  EXPECT_GE(object.at("rows").size(), 5u);
}

TEST(SimulateCommand, ChatteringIsSaidInTheResult) {
  const ProgramResult result = disk_under("9*sign(0.1 - vx)");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.messages, StartsWith("dryslip simulate: chattering: a formula switches back and forth"));
  EXPECT_EQ(nlohmann::json::parse(result.out).at("outcome"), "chattering");
}

TEST(SimulateCommand, InterruptedWritesWhatIsDone) {
  const TemporaryFolder folder;
  const std::string endless = folder.write(
      "endless.toml", disk + "[drive]\nfx = '9*cos(5*t)'\nfy = '9*sin(5*t)'\n[run]\nduration = 1e7\noutput_step = 1\n");
  const std::string line = "timeout --preserve-status --signal=INT 1 '" + program() + "' simulate " + endless +
                           " --out " + folder.file("run.csv") + " --events " + folder.file("events.csv") + " 2> " +
                           folder.file("messages");
  EXPECT_EQ(WEXITSTATUS(std::system(line.c_str())), 130);
  EXPECT_THAT(text_of(folder.file("messages")), StartsWith("dryslip simulate: interrupted at t = "));
  EXPECT_THAT(folder.entries(), UnorderedElementsAre("endless.toml", "run.csv", "events.csv", "messages"));
  const std::vector<double> times = numbers(text_of(folder.file("run.csv")), "t");
  EXPECT_GT(times.size(), 2u);
  EXPECT_LT(times.back(), 1e7);
  EXPECT_THAT(lines_of(text_of(folder.file("events.csv"))), ElementsAre("t,from,to,cause", "0,,slip,start"));
}

TEST(SimulateCommand, MistakesAreOneLineAndLeaveNoFile) {
  struct Case {
    std::string text;
    std::string message;
  };
  const std::string contact =
      "[contact]\nnormal_force = 1\nmu = 0.3\n[[contact.support]]\nshape = 'disk'\nradius = 0.05\n";
  const std::vector<Case> cases{
      {contact + "[run]\nduration = 1\n", "<stdin>: slider.mass: missing: motion in time needs the mass"},
      {disk, "<stdin>: run.duration: missing: give duration [s], or until = \"rest\""},
      {disk + "[run]\nduration = 1\noutput_step = 1e-12\n", "<stdin>: run.output_step: 1e-12: gives 1e+12 rows"},
      {disk + "[run]\nduration = -1\n", "<stdin>:9: run.duration: "},
      {disk + "[drive]\nfx = '1/t'\n[run]\nduration = 1\n", "<stdin>: drive.fx: \"1/t\": not finite at about t = 0 s"},
      {disk + "[initial]\nvelocity = [0.1, 0]\n[drive]\nfy = 'log(-1-t)'\n[run]\nduration = 1\n",
       "<stdin>: drive.fy: \"log(-1-t)\": not finite at about t = 0 s"},
      {disk + "[run]\nduration = 1\ntolerance = 1\n", "<stdin>:10: run.tolerance: 1: must lie between 1e-15 and 0.1"},
      {disk + "[run]\nduration = 1\nmethod = 'prox'\nstep = 1e-15\n", "<stdin>:11: run.step: 1e-15: gives 1e+15 steps"},
      {disk + "[ball]\nradius = 1\n", "<stdin>:6: slider: cannot be combined with [ball]"},
      {ball, "<stdin>: run.duration: missing: give duration [s], or until = \"rest\""},
      {ball + "[run]\nduration = 1\nmethod = 'prox'\n",
       "<stdin>:11: run.method: \"prox\": a ball supports only \"event\""},
      {ball + "[table]\ngravity = 0\n[run]\nduration = 1\n", "<stdin>: table.gravity: 0: must be above 0"},
      {ball + "[table]\nvelocity = ['0', '1/t']\n[run]\nduration = 1\n",
       "<stdin>: table.velocity: \"1/t\": not finite at about t = 0 s"},
      {"[contact]\nnormal_force = 1\n[[contact.support]]\nshape = 'disk'\nradius = 0.1\n"
       "law = { type = 'custom', value = '0.3+0.1*cos(phi)' }\n[slider]\nmass = 1\n[run]\nduration = 1\n",
       "<stdin>: contact.support[0].law: violates maximum power"},
  };
  for (const Case& bad : cases) {
    SCOPED_TRACE(bad.message);
    const TemporaryFolder folder;
    const ProgramResult result = run_program({.arguments = {"simulate", "-", "-o", folder.file("run.csv"), "--events",
                                                            folder.file("e.csv"), "--plot", folder.file("p.svg")},
                                              .text = bad.text});
    EXPECT_EQ(result.status, 1);
    EXPECT_THAT(result.messages, StartsWith(bad.message));
    EXPECT_EQ(lines_of(result.messages).size(), 1u) << result.messages;
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(folder.entries(), IsEmpty());
  }
}

TEST(SimulateCommand, AFormulaWithoutValueLeavesTheRowsUpToThere) {
  struct Case {
    std::string text;
    std::string key;
    double t;  // of the fault [s]
  };
  const std::string run = "[run]\nduration = 1\noutput_step = 0.02\n";
  const std::vector<Case> cases{
      {disk + "[drive]\nfx = '0.1*sqrt(0.5-t)'\n" + run, "drive.fx: \"0.1*sqrt(0.5-t)\"", 0.5},
      // it slips all the while
      {disk + "[initial]\nvelocity = [2, 0]\n[drive]\nfx = '0.1*sqrt(0.5-t)'\n" + run, "drive.fx: \"0.1*sqrt(0.5-t)\"",
       0.5},
      {disk + "[drive]\nmoment = '0.1*sqrt(0.5-t)'\n" + run + "method = 'prox'\n", "drive.moment: \"0.1*sqrt(0.5-t)\"",
       0.5},
      {ball + "[table]\nvelocity = ['sqrt(0.3-t)', '0']\n" + run, "table.velocity: \"sqrt(0.3-t)\"", 0.3},
  };
  for (const Case& bad : cases) {
    SCOPED_TRACE(bad.text);
    const TemporaryFolder folder;
    const ProgramResult result =
        run_program({.arguments = {"simulate", "-", "--out", folder.file("run.csv"), "--events",
                                   folder.file("events.csv"), "--plot", folder.file("run.svg")},
                     .text = bad.text});
    EXPECT_EQ(result.status, 1);
    EXPECT_THAT(result.messages, StartsWith("<stdin>: " + bad.key + ": "));
    EXPECT_THAT(result.messages, HasSubstr("not finite at about t = 0." + std::to_string(int(10 * bad.t))));
    EXPECT_THAT(result.messages, HasSubstr("; the rows up to there are written\n"));
    EXPECT_EQ(lines_of(result.messages).size(), 1u) << result.messages;
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(folder.entries(), UnorderedElementsAre("run.csv", "events.csv", "run.svg"));
    const std::string table = text_of(folder.file("run.csv"));
    EXPECT_NEAR(numbers(table, "t").back(), bad.t, 0.021);
    EXPECT_EQ(column(table, "t").at(7), "0.14");
    EXPECT_THAT(table, Not(HasSubstr("nan")));
    EXPECT_THAT(table, Not(HasSubstr("inf")));
    EXPECT_GE(lines_of(text_of(folder.file("events.csv"))).size(), 2u);
  }
}

TEST(SimulateCommand, AFormulaWithoutValueIsSaidInTheResult) {
  const ProgramResult result = run_program(
      {.arguments = {"simulate", "-", "--json"},
       .text = disk + "[drive]\nfx = 'log(0.3-t)'\n[run]\nduration = 1\noutput_step = 0.1\nmethod = 'prox'\n"});
  EXPECT_EQ(result.status, 1);
  const nlohmann::json object = nlohmann::json::parse(result.out);
  EXPECT_EQ(object.at("outcome"), "formula_not_finite");
  EXPECT_EQ(object.at("converged"), false);
  EXPECT_EQ("<stdin>: " + object.at("reason").get<std::string>() + "; the rows up to there are written\n",
            result.messages);
  EXPECT_EQ(object.at("rows").size(), 4u);
}

TEST(SimulateCommand, ANumberThatIsTooLargeIsStatusTwo) {
  const ProgramResult result =
      run_program({.arguments = {"simulate", "-"},
                   .text = disk + "[drive]\nfx = 'if(t > 0.15, 1.7e308, 0)'\nfy = 'if(t > 0.15, 1.7e308, 0)'\n[run]\n"
                                  "duration = 1\noutput_step = 0.1\nmethod = 'prox'\nstep = 10\n"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.messages, StartsWith("dryslip simulate: not converged: a load or a velocity became infinite"));
  EXPECT_EQ(lines_of(result.messages).size(), 1u) << result.messages;
  EXPECT_THAT(column(result.out, "t"), ElementsAre("0"));
}

TEST(SimulateCommand, ARunThatFailsAtItsStartWritesNothing) {
  const TemporaryFolder folder;
  const ProgramResult result = run_program(
      {.arguments = {"simulate", "-", "--events", folder.file("events.csv"), "--plot", folder.file("run.svg")},
       .text = "[contact]\nmu = 0.3\n[[contact.support]]\nshape = 'disk'\nradius = 0.05\n[slider]\nmass = 1e-200\n"
               "inertia = 1e-200\n[drive]\nfx = '1e200'\n[run]\nduration = 1\n"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.messages, testing::EndsWith(" at t = 0 s; nothing is written\n"));
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(folder.entries(), IsEmpty());
}

TEST(SimulateCommand, WritesTheMotionOfABall) {
  const TemporaryFolder folder;
  const ProgramResult result = run_program({.arguments = {"simulate", "-", "--out", folder.file("run.csv"), "--events",
                                                          folder.file("events.csv"), "--plot", folder.file("run.svg")},
                                            .text = ball + "[run]\nuntil = 'rest'\noutput_step = 0.01\n"});
  EXPECT_EQ(result.status, 0) << result.messages;
  EXPECT_EQ(result.messages, "");
  const std::string table = text_of(folder.file("run.csv")), events = text_of(folder.file("events.csv"));
  EXPECT_THAT(lines_of(table).at(0), StartsWith("t,x,y,vx,vy,wx,wy,wz,mode,kinetic_energy,work_of_weight,"));
  EXPECT_EQ(lines_of(events).at(0), "t,from,to,cause");
  EXPECT_THAT(column(events, "to"), ElementsAre("slip", "roll", "stick"));
  EXPECT_THAT(column(events, "cause"), ElementsAre("start", "slip_ends", "roll_ends"));
  EXPECT_NEAR(numbers(events, "t").at(1), 0.130479, 5e-7);
  EXPECT_NEAR(numbers(table, "t").back(), numbers(events, "t").back(), 1e-12);
  EXPECT_EQ(column(table, "mode").at(5), "slip");
  EXPECT_EQ(column(table, "mode").at(50), "roll");
  for (const char* word : {"Path of the center", "slip velocity", "rolling velocity", "spin"})
    EXPECT_THAT(text_of(folder.file("run.svg")), HasSubstr(word));
  EXPECT_THAT(text_of(folder.file("run.svg")), Not(HasSubstr("nan")));
}

TEST(SimulateCommand, BallAsJsonAndHdf5) {
  const std::string text = ball + "[run]\nduration = 0.1\n";
  const ProgramResult result = run_program({.arguments = {"simulate", "-", "--json"}, .text = text});
  const nlohmann::json object = nlohmann::json::parse(result.out);
  EXPECT_EQ(object.at("outcome"), "finished");
  EXPECT_EQ(object.at("power_fed"), 0.0);
  EXPECT_EQ(object.at("events").at(0).at("to"), "slip");
  ASSERT_EQ(object.at("rows").size(), 101u);
  EXPECT_NEAR(object.at("rows").back().at("vy").get<double>(), 0.4 - 0.2 * 9.81 * 0.1, 1e-10);
  if (!has_hdf5()) return;
  const TemporaryFolder folder;
  EXPECT_EQ(run_program({.arguments = {"simulate", "-", "-o", folder.file("run.h5")}, .text = text}).status, 0);
  EXPECT_THAT(text_of(folder.file("run.h5")), StartsWith("\x89HDF"));
}

TEST(SimulateCommand, SaysThatRollingResistanceFeedsABall) {
  const std::string text =
      "[ball]\nradius = 0.02\ncontact_radius = 0.003\nmu = 0.02\nrolling_shift = 1\n"
      "[initial]\nvelocity = [0, 0.05]\nomega = [40, 0, 0]\n[run]\nduration = 0.2\n";
  const ProgramResult result = run_program({.arguments = {"simulate", "-"}, .text = text});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.messages, StartsWith("remark: rolling resistance feeds the slipping ball with up to 0.08"));
  EXPECT_EQ(lines_of(result.messages).size(), 1u);
}

TEST(SimulateCommand, CommandsAboutContactsRefuseABall) {
  const ProgramResult result = run_program({.arguments = {"points", "-"}, .text = ball});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.messages,
            "<stdin>: ball: given without [contact], which this command needs; simulate and check read balls\n");
}

/// Slides in a circle for a second, with so many rows.
std::string many_rows(int rows) {
  return disk + "[drive]\nfx = '9*cos(5*t)'\nfy = '9*sin(5*t)'\n[run]\nduration = 1\noutput_step = " +
         std::to_string(1.0 / rows) + "\n";
}

TEST(SimulateCommand, MemoryDoesNotGrowWithTheRows) {
  const TemporaryFolder folder;
  const std::string scenario = folder.write("many.toml", many_rows(250000));
  // 60 MB would be needed for the rows alone, 35 MB are needed for nothing
  for (const std::string options : {"--out run.csv --events e.csv --plot run.svg", "--out run.json", "> out.csv"}) {
    SCOPED_TRACE(options);
    const std::string line = "cd " + folder.file("") + " && ulimit -v 80000 && '" + plain_program() +
                             "' simulate many.toml " + options + " 2> messages";
    EXPECT_EQ(std::system(line.c_str()), 0) << text_of(folder.file("messages"));
  }
  EXPECT_EQ(text_of(folder.file("run.csv")), text_of(folder.file("out.csv")));
  EXPECT_EQ(numbers(text_of(folder.file("run.csv")), "t").size(), 250001u);
  EXPECT_THAT(text_of(folder.file("run.json")), testing::EndsWith("}\n]}\n"));
  EXPECT_LT(text_of(folder.file("run.svg")).size(), 200000u);
  EXPECT_THAT(folder.entries(),
              UnorderedElementsAre("many.toml", "run.csv", "e.csv", "run.svg", "run.json", "out.csv", "messages"));
}

TEST(SimulateCommand, ManyRowsAreTheSameInEveryFormat) {
  const TemporaryFolder folder;
  const std::string text = many_rows(40000);
  const std::vector<double> x = numbers(run_program({.arguments = {"simulate", "-"}, .text = text}).out, "x");
  ASSERT_EQ(x.size(), 40001u);
  // more text than waits in memory for the outcome
  const ProgramResult json = run_program({.arguments = {"simulate", "-", "--json"}, .text = text});
  const nlohmann::json object = nlohmann::json::parse(json.out);
  ASSERT_EQ(object.at("rows").size(), x.size());
  for (std::size_t i = 0; i < x.size(); ++i) ASSERT_EQ(object.at("rows")[i].at("x").get<double>(), x[i]);
  EXPECT_EQ(object.at("outcome"), "finished");
  if (!has_hdf5()) return;
  // into a file, and into a pipe, which HDF5 itself could not write
  EXPECT_EQ(run_program({.arguments = {"simulate", "-", "-o", folder.file("run.h5")}, .text = text}).status, 0);
  const std::string scenario = folder.write("many.toml", text);
  const std::string line = "cd " + folder.file("") + " && mkfifo pipe.h5 && (cat pipe.h5 > copy.h5 &) && '" +
                           program() + "' simulate many.toml -o pipe.h5 && sleep 0.3";
  EXPECT_EQ(std::system(line.c_str()), 0);
  EXPECT_EQ(text_of(folder.file("copy.h5")), text_of(folder.file("run.h5")));
  EXPECT_THAT(folder.entries(), UnorderedElementsAre("run.h5", "many.toml", "pipe.h5", "copy.h5"));
}

TEST(SimulateCommand, FilesThatCannotBeWrittenAreFoundFirst) {
  const TemporaryFolder folder;
  const std::string out = folder.write("run.csv", "before\n");
  const auto fail = [&](std::vector<std::string> words, const std::string& message) {
    words.insert(words.begin(), {"simulate", free_slide});
    const ProgramResult result = run_program({.arguments = words});
    EXPECT_EQ(result.status, 1) << message;
    EXPECT_THAT(result.messages, HasSubstr(message));
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(text_of(out), "before\n");
    EXPECT_THAT(folder.entries(), ElementsAre("run.csv"));
  };
  fail({"--out", out, "--events", folder.file("none/e.csv")}, "none/e.csv: cannot be written");
  fail({"--out", out, "--plot", folder.file("none/p.svg")}, "none/p.svg: cannot be written");
  fail({"--out", out, "--events", out}, "must be different files");
  const std::filesystem::path file = out;
  fail({"--out", out, "--events", (file.parent_path() / "." / file.filename()).string()}, "must be different files");
  fail({"--out", free_slide}, "is the scenario: must be another file");
  fail({"--events", "-"}, "--events -: the rows go to standard output");
  fail({"--out", out, "--plot", "-"}, "--plot -: needs a file name");
}

TEST(SimulateCommand, APictureAloneGoesWithoutTheTable) {
  const TemporaryFolder folder;
  const ProgramResult result = run_program({.arguments = {"simulate", general_motion, "--plot", folder.file("p.svg")}});
  EXPECT_EQ(result.status, 0) << result.messages;
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(folder.entries(), ElementsAre("p.svg"));
  EXPECT_THAT(text_of(folder.file("p.svg")), HasSubstr("general motion of a rectangle"));
}

}  // namespace
}  // namespace dryslip::tests
