#include "cli/command_list.hpp"

#include <initializer_list>
#include <iterator>
#include <utility>

#include "cli/command_error.hpp"
#include "cli/file_format.hpp"
#include "dryslip/contact_patch/contact_patch.hpp"
#include "dryslip/slider/slider.hpp"
#include "dryslip/surrogate/model_kind.hpp"
#include "reproduce/items.hpp"

namespace dryslip::cli {
namespace {

using enum FileFormat;
using enum OptionDescription::Need;

OptionDescription quiet_option(CommonOptions& options) {
  return {"-q,--quiet", "", "suppress remarks and the progress bar", &options.quiet};
}

/// The scenario, the options of a command, and those that every command has.
std::vector<OptionDescription> with_common(CommonOptions& options, std::vector<OptionDescription> own = {},
                                           OptionDescription::Need scenario = Required) {
  own.insert(own.begin(),
             {"scenario", "FILE", "scenario file (TOML), - for standard input", &options.scenario, scenario});
  own.push_back({"-o,--out", "FILE", "write the data to FILE instead of standard output", &options.out});
  own.push_back({"--json", "", "write JSON instead of CSV or text", &options.json});
  own.push_back(quiet_option(options));
  return own;
}

/// Options of a command that writes one file of data: --out FILE.json asks for JSON as --json does.
template <class Options>
Options with_format_of_out(Options options, const std::string& command, std::initializer_list<FileFormat> writable) {
  if (format_of({command, "--out", options.out}, writable) == Json) options.json = true;
  return options;
}

void check_standard_input(const CommonOptions& options, const std::string& rows) {
  if (options.scenario == "-" && rows == "-")
    throw CommandError("dryslip: -: standard input can be the scenario or the CSV file, not both");
}

template <Worded Enum>
std::vector<std::string> words_of() {
  return {words<Enum>.begin(), words<Enum>.end()};
}

/// What can be fitted: all models of a contact but the exact one, which is the first, or every one of them.
std::vector<std::string> surrogate_words() {
  std::vector<std::string> names = words_of<ContactModel>();
  names.erase(names.begin());
  names.push_back("all");
  return names;
}

Command load() {
  const auto options = std::make_shared<LoadOptions>();
  return {
      .name = "load",
      .purpose = "compute the friction load for each twist in a CSV file",
      .options = with_common(*options, {{"--twists", "FILE",
                                         "CSV file with columns vx, vy, omega (body frame, at O), - for standard input",
                                         &options->twists, Required}}),
      .examples = {"printf 'vx,vy,omega\\n0.1,0,5\\n' | dryslip load scenarios/kardan_general_motion.toml --twists -"},
      .common = options,
      .run =
          [options](const Streams& streams) {
            check_standard_input(*options, options->twists);
            return load_command(with_format_of_out(*options, "load", {Csv, Json}), streams);
          },
  };
}

Command motion() {
  const auto options = std::make_shared<MotionOptions>();
  const std::string example =
      "printf 'fx,fy,moment\\n0.05,0,0.0003\\n' | dryslip motion scenarios/kardan_general_motion.toml --loads -";
  return {
      .name = "motion",
      .purpose = "for each load in a CSV file: does the contact stick, and if not, which motion starts?",
      .options = with_common(
          *options,
          {{"--loads", "FILE", "CSV file with columns fx, fy, moment (body frame, at O), - for standard input",
            &options->loads, Required},
           {.names = "--criterion",
            .value = "",
            .purpose = "exact, or CA: Kardan's test with the center of zero acceleration (needs [slider])",
            .target = &options->criterion,
            .words = words_of<SliderRunOptions::StickCriterion>()}}),
      .examples = {example, example + " --criterion CA"},
      .notes =
          "Motion starts at `factor` times the load: the contact sticks if factor is 1 or more. vx, vy, omega (body\n"
          "frame, at O) is the motion that starts. The exact criterion considers every motion, CA only the one that\n"
          "the load would start without friction; its factor is never smaller, so it may report stick where the\n"
          "contact slips. Friction is static (mu_static).",
      .common = options,
      .run =
          [options](const Streams& streams) {
            check_standard_input(*options, options->loads);
            return motion_command(with_format_of_out(*options, "motion", {Csv, Json}), streams);
          },
  };
}

Command moment() {
  const auto options = std::make_shared<MomentOptions>();
  const std::string command = "dryslip moment scenarios/kardan_general_motion.toml";
  return {
      .name = "moment",
      .purpose = "compute the moment function and the load about centers of rotation",
      .options = with_common(
          *options,
          {{"--centers", "FILE", "one row for each center in a CSV file with columns x, y; - for standard input",
            &options->centers},
           {"--grid", "NX,NY", "one row for each node of a grid over the region that --plot shows, x fastest",
            &options->grid},
           {"--contours", "N", "about N contour lines: rows moment, line, x, y, or nested lists with --json",
            &options->contours},
           {"--plot", "FILE.svg", "draw contour lines of the moment function", &options->plot}}),
      .examples = {command + " --plot moment.svg", command + " --grid 40,60", command + " --contours 12 --json",
                   "printf 'x,y\\n0.004,0.01\\n' | " + command + " --centers -"},
      .common = options,
      .run =
          [options](const Streams& streams) {
            check_standard_input(*options, options->centers);
            return moment_command(with_format_of_out(*options, "moment", {Csv, Json}), streams);
          },
  };
}

Command points() {
  const auto options = std::make_shared<PointsOptions>();
  return {.name = "points",
          .purpose = "find the centers of pressure, friction and twist",
          .options = with_common(*options),
          .examples = {"dryslip points scenarios/l_shape_with_hole.toml"},
          .common = options,
          .run = [options](const Streams& streams) {
            return points_command(with_format_of_out(*options, "points", {Json}), streams);
          }};
}

Command surface() {
  const auto options = std::make_shared<SurfaceOptions>();
  return {.name = "surface",
          .purpose = "compute the limit surface: a mesh, a section or a picture",
          .options = with_common(
              *options,
              {{.names = "--gap",
                .value = "GAP",
                .purpose = "largest distance between the inner and the outer polytope, relative to mu N",
                .target = &options->gap,
                .range = {{"1e-9", "1"}}},
               {.names = "--section",
                .value = "NX,NY,NM",
                .purpose = "only the curve in the plane nx fx + ny fy + nm moment = 0 (also as .csv)",
                .target = &options->section,
                .count = 3},
               {"--plot", "FILE.svg",
                "draw the surface, three sections and the moment function; or the --section alone", &options->plot},
               {.names = "--coefficient",
                .value = "",
                .purpose = "kinetic: the surface of mu; static: of mu_static",
                .target = &options->coefficient,
                .words = words_of<Coefficient>()}}),
          .examples = {"dryslip surface scenarios/dumbbell.toml --out dumbbell.vtk --plot dumbbell.svg",
                       "dryslip surface scenarios/dumbbell.toml --section 0,1,0 --out section.csv"},
          .notes =
              "The mesh goes to .ply, .vtk or .json, by the ending of FILE. --gap is relative to mu N for forces and "
              "to mu N\n"
              "times the mean radius of the contact for moments.",
          .common = options,
          .run = [options](const Streams& streams) { return surface_command(*options, streams); }};
}

Command simulate() {
  const auto options = std::make_shared<SimulateOptions>();
  return {
      .name = "simulate",
      .purpose = "simulate a slider or a ball in time, with every switch between stick, slip and roll",
      .options = with_common(
          *options, {{"--events", "FILE", "write the changes of mode to FILE: t, from, to, cause (.csv, .json, .h5)",
                      &options->events},
                     {"--plot", "FILE.svg",
                      "draw path, friction force and velocities; without --out and --events nothing else is written",
                      &options->plot}}),
      .examples = {"dryslip simulate scenarios/free_slide_of_a_block.toml",
                   "dryslip simulate scenarios/kardan_general_motion.toml --out run.csv --events events.csv --plot "
                   "run.svg"},
      .common = options,
      .run = [options](const Streams& streams) { return simulate_command(*options, streams); }};
}

Command terminal() {
  const auto options = std::make_shared<TerminalOptions>();
  return {
      .name = "terminal",
      .purpose = "find how free sliding ends: the last motions before rest, and proven bounds on the stop time",
      .options = with_common(*options),
      .examples = {"dryslip terminal scenarios/uniform_disk_slide_spin.toml"},
      .notes =
          "terminal_motions lists the motions that friction slows down without changing their direction: the twist of\n"
          "the center of mass in body axes, the center of rotation in the body frame (null: a translation), and\n"
          "whether it attracts: nearby motions end in an attracting one. stop_time_bracket holds proven bounds on the\n"
          "stop time of [initial]; null: there is no bound, since a motion may meet no friction. Needs [slider]. The\n"
          "sliding is free: [drive] and [table] have no effect.",
      .common = options,
      .run = [options](const Streams& streams) {
        return terminal_command(with_format_of_out(*options, "terminal", {Json}), streams);
      }};
}

Command fit() {
  const auto options = std::make_shared<FitOptions>();
  return {
      .name = "fit",
      .purpose = "fit fast surrogates to the contact and report their errors and cost",
      .options = with_common(
          *options,
          {{.names = "--model",
            .value = "",
            .purpose = "surrogate to fit, \"table\" being a lookup; all: compare the error and cost of each",
            .target = &options->model,
            .words = surrogate_words()},
           {"--plot", "FILE.svg", "draw error against cost, and sections of the limit surfaces", &options->plot}}),
      .examples = {"dryslip fit scenarios/uniform_disk_slide_spin.toml --model all --plot ladder.svg",
                   "dryslip fit scenarios/hertz_ball_contact.toml --model pade"},
      .notes =
          "max_error and rms_error are those of the load, relative to mu N (force) and mu N times the mean radius\n"
          "(moment); dissipation_error and gauge_error are relative errors of the power and of the distance from the\n"
          "zero load to the limit surface; center_of_rotation_error is an angle between motions [rad]; nanoseconds is\n"
          "the time of one load on this machine. contact.model = \"ellipsoid\" makes load, motion and simulate use "
          "the\n"
          "surrogate instead of the exact contact.",
      .common = options,
      .run = [options](
                 const Streams& streams) { return fit_command(with_format_of_out(*options, "fit", {Json}), streams); },
  };
}

Command forward() {
  const auto options = std::make_shared<ForwardOptions>();
  const std::string command = "dryslip forward scenarios/forward_dynamics/";
  return {
      .name = "forward",
      .purpose = "solve for the accelerations of joints with friction: none, one, several or a continuum",
      .options = with_common(
          *options,
          {{"--cases", "FILE.jsonl",
            "solve many problems instead of a scenario: one JSON object per line, - for standard input",
            &options->cases},
           {"--plot", "FILE.svg",
            "draw tau against acceleration, the lines of two joints, the --map or the motion of --simulate",
            &options->plot},
           {"--map", "X=FROM:TO,Y=FROM:TO",
            "count the accelerations over two numbers of the scenario, such as mu=0:4,tau=-12:8", &options->map},
           {"--simulate", "", "simulate in time, with tau as a formula of t; needs [run] duration", &options->simulate},
           {"--events", "FILE",
            "with --simulate: write the changes of mode to FILE: t, joint, from, to, cause, ... (.csv, .json)",
            &options->events}},
          Optional),
      .examples = {command + "joint_fig_3.toml --plot graph.svg",
                   command + "joint_fig_3.toml --map mu=0:4,tau=-12:8 --plot map.svg",
                   command + "torque_drop.toml --simulate --events - --out run.csv",
                   "echo '{\"kind\": \"joint\", \"a\": 2, \"b\": 1, \"c\": 1, \"d\": 3, \"mu\": 0.5, \"tau\": 2, "
                   "\"velocity\": 1}' | dryslip forward --cases -"},
      .notes =
          "The scenario has [joint] a, b, c, d, mu, tau, velocity, or [screw] inertia, mass, lead, helix, thread, mu,\n"
          "gravity, tau, velocity, or [mechanism] A, C, b, d, mu, tau, velocity (arrays). Further keys: mu_static,\n"
          "unilateral, stiffness, selection (static, continuity, compliance), previous_acceleration, position.\n"
          "margin is the factor by which mu may grow before some load has no acceleration or several. \"none\" and\n"
          "\"several\" are answers: exit status 0.",
      .common = options,
      .run = [options](const Streams& streams) { return forward_command(*options, streams); }};
}

/// What `reproduce` may be asked for: papers and single items.
std::vector<std::string> names_of_items() {
  std::vector<std::string> names;
  for (const reproduce::Paper& paper : reproduce::all_papers()) names.push_back(paper.short_name);
  for (const reproduce::Item& item : reproduce::all_items()) names.push_back(item.name);
  return names;
}

Command reproduce_items() {
  const auto options = std::make_shared<ReproduceOptions>();
  options->out = "gallery";
  return {
      .name = "reproduce",
      .purpose = "redraw the figures and tables of the papers and compare them with the expected values",
      .options = {{.names = "item",
                   .value = "ITEM",
                   .purpose = "items or papers (goyal, kardan, szewc, dupont, beyond); none: all",
                   .target = &options->items,
                   .suggested = names_of_items()},
                  {"-o,--out", "DIR", "folder of the gallery, created if missing", &options->out},
                  {"--list", "", "list the items and exit", &options->list},
                  {"--scenarios", "DIR", "use the scenarios in DIR instead of the built-in ones of the same name",
                   &options->scenarios},
                  {"--json", "", "write the summary as JSON instead of text", &options->json},
                  quiet_option(*options)},
      .examples = {"dryslip reproduce --list", "dryslip reproduce kardan_table_1 --out gallery",
                   "dryslip reproduce kardan"},
      .notes =
          "Each item gets a folder with its data (CSV, JSON), pictures (SVG) and the scenarios it used; index.html\n"
          "shows the items of this run. Reproduced means: within the tolerance stated beside each value in\n"
          "result.json and on the page. To see what an item depends on, change a copy of its scenario and run it with\n"
          "--scenarios.",
      .failure = "an item that should be reproduced is not",
      .common = options,
      .run = [options](const Streams& streams) { return reproduce_command(*options, streams); }};
}

Command check() {
  const auto options = std::make_shared<CheckOptions>();
  return {.name = "check",
          .purpose = "check a scenario and print how it was understood",
          .options = with_common(*options),
          .examples = {"dryslip check scenarios/kardan_general_motion.toml"},
          .common = options,
          .run = [options](const Streams& streams) {
            return check_command(with_format_of_out(*options, "check", {Text, Json}), streams);
          }};
}

}  // namespace

std::vector<Command> all_commands() {
  return {load(),     motion(), moment(),  points(),          surface(), simulate(),
          terminal(), fit(),    forward(), reproduce_items(), check()};
}

}  // namespace dryslip::cli
