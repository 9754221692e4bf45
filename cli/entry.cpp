#include "cli/entry.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <new>
#include <optional>
#include <ostream>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/file_format.hpp"
#include "cli/scenario_input.hpp"
#include "dryslip/record/decimal_number.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/name_suggestion.hpp"
#include "dryslip/version.hpp"

namespace dryslip::cli {
namespace {

constexpr std::string_view units_note =
    "SI units, radians, counter-clockwise positive. A load is what the slider exerts on the support.\n"
    "Exit status: 0 done; 1 bad input, one line says where and what is allowed; 2 not converged or not decidable, the\n"
    "result says so; 130 interrupted.";

enum class ScenarioArgument { Required, Optional };

void add_common_options(CLI::App& command, CommonOptions& options, const std::string& example,
                        ScenarioArgument scenario = ScenarioArgument::Required) {
  command.add_option("scenario", options.scenario, "scenario file (TOML), - for standard input")
      ->required(scenario == ScenarioArgument::Required);
  command.add_option("-o,--out", options.out, "write data to FILE instead of standard output")->type_name("FILE");
  command.add_flag("--json", options.json, "JSON instead of CSV or text");
  command.add_flag("-q,--quiet", options.quiet, "no progress and no remarks");
  command.footer("Example:\n" + example + "\n\n" + std::string(units_note));
}

/// The command line of the program: options as data, one subcommand per command.
struct CommandLine {
  CLI::App app{"Dry friction of contacts that have a size", "dryslip"};
  LoadOptions load;
  MomentOptions moment;
  CheckOptions check;
  MotionOptions motion;
  PointsOptions points;
  SurfaceOptions surface;
  SimulateOptions simulate;
  TerminalOptions terminal;
  FitOptions fit;
  ForwardOptions forward;
  ReproduceOptions reproduce;
  CLI::App* load_app = nullptr;
  CLI::App* moment_app = nullptr;
  CLI::App* check_app = nullptr;
  CLI::App* motion_app = nullptr;
  CLI::App* points_app = nullptr;
  CLI::App* surface_app = nullptr;
  CLI::App* simulate_app = nullptr;
  CLI::App* terminal_app = nullptr;
  CLI::App* fit_app = nullptr;
  CLI::App* forward_app = nullptr;
  CLI::App* reproduce_app = nullptr;

  CommandLine() {
    app.require_subcommand(1);
    app.set_version_flag("--version", std::string("dryslip ") + version, "print the version and exit");
    app.footer("dryslip COMMAND --help tells more, with an example.\n\n" + std::string(units_note));

    load_app = app.add_subcommand("load", "friction load of each twist of a table (columns vx, vy, omega at O)");
    add_common_options(
        *load_app, load,
        "  printf 'vx,vy,omega\\n0.1,0,5\\n' | dryslip load scenarios/kardan_general_motion.toml --twists -");
    load_app->add_option("--twists", load.twists, "CSV file with columns vx, vy, omega; - for standard input")
        ->type_name("FILE")
        ->required();

    moment_app = app.add_subcommand("moment",
                                    "moment function and load about centers of rotation: of a table, of a grid, drawn");
    add_common_options(
        *moment_app, moment,
        "  dryslip moment scenarios/kardan_general_motion.toml --plot moment.svg\n"
        "  dryslip moment scenarios/kardan_general_motion.toml --grid 40,60\n"
        "  dryslip moment scenarios/kardan_general_motion.toml --contours 12 --json\n"
        "  printf 'x,y\\n0.004,0.01\\n' | dryslip moment scenarios/kardan_general_motion.toml --centers -");
    moment_app->add_option("--centers", moment.centers, "CSV file with columns x, y; - for standard input")
        ->type_name("FILE");
    moment_app
        ->add_option("--grid", moment.grid, "rows for NX by NY centers over the part that --plot shows, x fastest")
        ->type_name("NX,NY");
    moment_app
        ->add_option("--contours", moment.contours,
                     "about N lines of equal moment, as rows moment, line, x, y or as nested lists (--json)")
        ->type_name("N");
    moment_app->add_option("--plot", moment.plot, "draw contour lines of the moment function")->type_name("F.svg");

    motion_app = app.add_subcommand(
        "motion",
        "for each load of a table: does it stick, and which motion starts where it reaches the limit surface");
    add_common_options(
        *motion_app, motion,
        "  printf 'fx,fy,moment\\n0.05,0,0.0003\\n' | dryslip motion scenarios/kardan_general_motion.toml --loads -\n"
        "  printf 'fx,fy,moment\\n0.05,0,0.0003\\n' | dryslip motion scenarios/kardan_general_motion.toml --loads - "
        "--criterion CA\n\n"
        "factor times the load is where motion starts: it sticks for 1 or more; vx, vy, omega (at O, body axes) is "
        "the\n"
        "motion that starts. The exact criterion asks every motion, CA only the one that the load would start without\n"
        "friction: its factor is never smaller, so that it holds loads that in truth slip. Static coefficients.");
    motion_app->add_option("--loads", motion.loads, "CSV file with columns fx, fy, moment at O; - for standard input")
        ->type_name("FILE")
        ->required();
    motion_app
        ->add_option("--criterion", motion.criterion,
                     "exact, or CA: Kardan's test with the center of zero acceleration (needs [slider])")
        ->check(CLI::IsMember({"exact", "CA"}))
        ->capture_default_str();

    points_app = app.add_subcommand("points", "centers of pressure, friction and twist");
    add_common_options(*points_app, points, "  dryslip points scenarios/l_shape_with_hole.toml");

    surface_app = app.add_subcommand("surface", "the limit surface as a mesh, a section of it, or a picture");
    add_common_options(*surface_app, surface,
                       "  dryslip surface scenarios/dumbbell.toml --out dumbbell.vtk --plot dumbbell.svg\n"
                       "  dryslip surface scenarios/dumbbell.toml --section 0,1,0 --out section.csv");
    surface_app
        ->add_option("--gap", surface.gap, "largest distance between inner and outer polytope, in units of scale")
        ->check(CLI::Validator(
            [](std::string& text) {
              const std::optional<double> value = parse_number(text);
              return value && *value >= 1e-9 && *value <= 1.0 ? "" : "'" + text + "': must be a number from 1e-9 to 1";
            },
            "from 1e-9 to 1"))
        ->capture_default_str();
    surface_app
        ->add_option("--section", surface.section,
                     "only the curve in the plane nx fx + ny fy + nm moment = 0 (.csv too)")
        ->type_name("nx,ny,nm")
        ->delimiter(',')
        ->expected(3);
    surface_app
        ->add_option("--plot", surface.plot, "draw the surface, three sections and the moment function, or the section")
        ->type_name("F.svg");
    surface_app->add_option("--coefficient", surface.coefficient, "kinetic, or static: the surface of mu_static")
        ->check(CLI::IsMember({"kinetic", "static"}))
        ->capture_default_str();

    simulate_app = app.add_subcommand(
        "simulate", "motion of a slider or of a ball in time: stick, slip, roll and the switches between them");
    add_common_options(
        *simulate_app, simulate,
        "  dryslip simulate scenarios/free_slide_of_a_block.toml\n"
        "  dryslip simulate scenarios/kardan_general_motion.toml --out run.csv --events events.csv --plot run.svg");
    simulate_app
        ->add_option("--events", simulate.events, "write the changes of mode: t, from, to, cause (.csv, .json, .h5)")
        ->type_name("FILE");
    simulate_app
        ->add_option("--plot", simulate.plot,
                     "draw path, friction force and velocities; without --out and --events nothing else is written")
        ->type_name("F.svg");

    terminal_app = app.add_subcommand(
        "terminal", "how free sliding ends: the motions just before rest, and bounds of the stop time of [initial]");
    add_common_options(
        *terminal_app, terminal,
        "  dryslip terminal scenarios/uniform_disk_slide_spin.toml\n\n"
        "terminal_motions lists every motion that friction slows down without changing its direction: twist of the "
        "center of\n"
        "mass in body axes, center of rotation in the body frame (null: translation), and whether it attracts: other\n"
        "motions end in an attracting one. stop_time_bracket holds the stop time of [initial] for certain; null: no "
        "end is\n"
        "known, for a motion may meet no friction. Needs [slider]; [drive] and [table] are left out: the sliding is "
        "free.");

    fit_app = app.add_subcommand("fit", "fast stand-ins for the contact, their parameters, errors and cost");
    add_common_options(
        *fit_app, fit,
        "  dryslip fit scenarios/uniform_disk_slide_spin.toml --model all --plot ladder.svg\n"
        "  dryslip fit scenarios/hertz_ball_contact.toml --model pade\n\n"
        "max_error and rms_error: of the load, in units of scale; dissipation_error and gauge_error: relative, of the "
        "power and\n"
        "of the distance of the limit surface from the zero load; center_of_rotation_error: angle between motions "
        "[rad];\n"
        "nanoseconds: of one load on this machine. contact.model = \"ellipsoid\" lets a stand-in replace the contact "
        "in "
        "load,\n"
        "motion and simulate.");
    fit_app->add_option("--model", fit.model, "pade, ellipsoid, quartic, table, or all: the ladder of error and cost")
        ->check(CLI::IsMember({"pade", "ellipsoid", "quartic", "table", "all"}))
        ->capture_default_str();
    fit_app->add_option("--plot", fit.plot, "draw error against cost and sections of the limit surfaces")
        ->type_name("F.svg");

    forward_app = app.add_subcommand(
        "forward", "accelerations of joints whose friction depends on them: none, one, several or a continuum");
    add_common_options(
        *forward_app, forward,
        "  dryslip forward scenarios/forward_dynamics/joint_fig_3.toml --plot graph.svg\n"
        "  dryslip forward scenarios/forward_dynamics/joint_fig_3.toml --map mu=0:4,tau=-12:8 --plot map.svg\n"
        "  dryslip forward scenarios/forward_dynamics/torque_drop.toml --simulate --events - --out run.csv\n"
        "  echo '{\"kind\": \"joint\", \"a\": 2, \"b\": 1, \"c\": 1, \"d\": 3, \"mu\": 0.5, \"tau\": 2, \"velocity\": "
        "1}' |"
        " dryslip forward --cases -\n\n"
        "The scenario has [joint] a, b, c, d, mu, tau, velocity, or [screw] inertia, mass, lead, helix, thread, mu, "
        "gravity,\ntau, velocity, or [mechanism] A, C, b, d, mu, tau, velocity (arrays); further keys mu_static, "
        "unilateral, stiffness,\nselection (static, continuity, compliance), previous_acceleration, position. margin "
        "is the "
        "largest factor on mu that\nkeeps one acceleration for every load. \"none\" and \"several\" are answers.",
        ScenarioArgument::Optional);
    forward_app
        ->add_option("--cases", forward.cases,
                     "answer many: one JSON object a line, - for standard input; no scenario then")
        ->type_name("F.jsonl");
    forward_app
        ->add_option("--plot", forward.plot,
                     "draw tau against acceleration, the lines of two joints, the --map, or the motion of --simulate")
        ->type_name("F.svg");
    forward_app
        ->add_option("--map", forward.map,
                     "count the accelerations over two numbers of the scenario, such as mu=0:4,tau=-12:8")
        ->type_name("X=FROM:TO,Y=FROM:TO");
    forward_app->add_flag("--simulate", forward.simulate,
                          "motion in time, tau as an expression of t; needs [run] duration (output_step, tolerance)");
    forward_app
        ->add_option("--events", forward.events,
                     "with --simulate: changes of mode, t, joint, from, to, cause, ... (.csv, .json)")
        ->type_name("FILE");

    reproduce_app = app.add_subcommand(
        "reproduce",
        "figures and tables of the papers, redrawn: data, pictures, and the difference to what is expected");
    reproduce_app->add_option("item", reproduce.items,
                              "items or papers (goyal, kardan, szewc, dupont, beyond); none: all");
    reproduce.out = "gallery";
    reproduce_app->add_option("-o,--out", reproduce.out, "folder of the gallery, made where it is missing")
        ->type_name("DIR")
        ->capture_default_str();
    reproduce_app->add_flag("--list", reproduce.list, "name the items, and do nothing else");
    reproduce_app
        ->add_option("--scenarios", reproduce.scenarios,
                     "take the scenarios that lie in DIR instead of the compiled ones of the same name")
        ->type_name("DIR");
    reproduce_app->add_flag("--json", reproduce.json, "the summary as JSON instead of a table");
    reproduce_app->add_flag("-q,--quiet", reproduce.quiet, "no progress and no remarks");
    reproduce_app->footer(
        "Example:\n"
        "  dryslip reproduce --list\n"
        "  dryslip reproduce kardan_table_1 --out gallery\n"
        "  dryslip reproduce kardan\n\n"
        "Each item gets a folder with its data (CSV, JSON), pictures (SVG) and the scenarios it used; index.html shows "
        "the "
        "items of\nthis run. Reproduced means: within the tolerance that result.json and the page state beside each "
        "value. "
        "To see what an\nitem depends on, change a copy of its scenario and run it with --scenarios.\n"
        "Exit status: 0 done; 1 bad input, one line says what is allowed; 2 an item that should be reproduced is not;\n"
        "130 interrupted.");

    check_app = app.add_subcommand("check", "read a scenario and say what was understood");
    add_common_options(*check_app, check, "  dryslip check scenarios/kardan_general_motion.toml");
  }

  /// What every command takes, as given to the one that was called.
  const CommonOptions& chosen() const {
    if (load_app->parsed()) return load;
    if (moment_app->parsed()) return moment;
    if (motion_app->parsed()) return motion;
    if (points_app->parsed()) return points;
    if (surface_app->parsed()) return surface;
    if (simulate_app->parsed()) return simulate;
    if (terminal_app->parsed()) return terminal;
    if (fit_app->parsed()) return fit;
    if (forward_app->parsed()) return forward;
    if (reproduce_app->parsed()) return reproduce;
    return check;
  }

  std::vector<std::string_view> command_names() const {
    return {"load",     "motion", "moment",  "points",    "surface", "simulate",
            "terminal", "fit",    "forward", "reproduce", "check"};
  }
};

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// An argument that a command does not know, with the nearest option.
std::string unknown_argument(const CLI::App& command, const std::string& given) {
  const std::vector<std::string> names = option_names(command);
  const std::vector<std::string_view> known(names.begin(), names.end());
  const std::string name = command.get_parent() == nullptr ? "dryslip" : "dryslip " + command.get_name();
  const std::string kind = given.starts_with("-") ? "unknown option" : "unexpected argument";
  return name + ": " + kind + " '" + given + "': " + suggestion(given, known) + "options: " + joined(known);
}

/// The first argument where it should be a command and is none.
std::string unknown_command(const CommandLine& line, const std::string& given) {
  const std::vector<std::string_view> known = line.command_names();
  return "dryslip: unknown command '" + given + "': " + suggestion(given, known) + "commands: " + joined(known);
}

/// What CLI11 found wrong, as one line; a misspelt option counts for more than what is missing because of it.
std::string one_line(const CLI::ParseError& error, const CommandLine& line, std::span<const char* const> arguments) {
  const std::vector<CLI::App*> chosen = line.app.get_subcommands();
  const CLI::App& command = chosen.empty() ? line.app : *chosen.front();
  const std::vector<std::string> known = option_names(command);
  for (const std::string argument : arguments.subspan(1)) {
    const std::string name = argument.substr(0, argument.find('='));
    if (name.size() > 1 && name.starts_with("-") && std::find(known.begin(), known.end(), name) == known.end())
      return unknown_argument(command, name);
  }
  const std::vector<std::string> extra = line.app.remaining(true);
  if (error.get_name() == "ExtrasError" && !extra.empty()) return unknown_argument(command, extra.front());
  std::string text = error.what();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return (chosen.empty() ? "dryslip" : "dryslip " + command.get_name()) + ": " + text + " (see --help)";
}

/// Options of a command that writes one file of data: --out F.json asks for JSON as --json does.
template <class Options>
Options with_format_of_out(Options options, const std::string& command, std::initializer_list<FileFormat> writable) {
  if (format_of({command, "--out", options.out}, writable) == FileFormat::Json) options.json = true;
  return options;
}

Outcome run_command(const CommandLine& line, const Streams& streams) {
  const auto check_standard_input = [](const CommonOptions& options, const std::string& table) {
    if (options.scenario == "-" && table == "-")
      throw CommandError("dryslip: -: standard input can be the scenario or the table, not both");
  };
  using enum FileFormat;
  if (line.load_app->parsed()) {
    check_standard_input(line.load, line.load.twists);
    return load_command(with_format_of_out(line.load, "load", {Csv, Json}), streams);
  }
  if (line.moment_app->parsed()) {
    check_standard_input(line.moment, line.moment.centers);
    return moment_command(with_format_of_out(line.moment, "moment", {Csv, Json}), streams);
  }
  if (line.motion_app->parsed()) {
    check_standard_input(line.motion, line.motion.loads);
    return motion_command(with_format_of_out(line.motion, "motion", {Csv, Json}), streams);
  }
  if (line.points_app->parsed()) return points_command(with_format_of_out(line.points, "points", {Json}), streams);
  if (line.surface_app->parsed()) return surface_command(line.surface, streams);
  if (line.simulate_app->parsed()) return simulate_command(line.simulate, streams);
  if (line.terminal_app->parsed())
    return terminal_command(with_format_of_out(line.terminal, "terminal", {Json}), streams);
  if (line.fit_app->parsed()) return fit_command(with_format_of_out(line.fit, "fit", {Json}), streams);
  if (line.forward_app->parsed()) return forward_command(line.forward, streams);
  if (line.reproduce_app->parsed()) return reproduce_command(line.reproduce, streams);
  return check_command(with_format_of_out(line.check, "check", {Text, Json}), streams);
}

/// What stands in front of a key so that it is the whole one: a contact does not know its table.
std::string table_of(const std::string& key) {
  for (const char* name : {"slider", "ball", "initial", "drive", "table", "run"})
    if (key.starts_with(name)) return "";
  return "contact.";
}

}  // namespace

int run(int argc, const char* const* argv, const Streams& streams) {
  CommandLine line;
  const auto status = [](Outcome outcome) { return static_cast<int>(outcome); };
  const auto bad_input = [&](const std::string& message) {
    streams.messages << message << "\n";
    return status(Outcome::BadInput);
  };
  try {
    if (argc < 2) return bad_input(line.app.help());
    const std::vector<std::string_view> names = line.command_names();
    const std::string first = argv[1];
    if (!first.starts_with("-") && std::find(names.begin(), names.end(), first) == names.end())
      return bad_input(unknown_command(line, first));
    line.app.parse(argc, argv);
    return status(run_command(line, streams));
  } catch (const CLI::Success& asked) {
    // --help and --version
    line.app.exit(asked, streams.out, streams.messages);
    return status(Outcome::Done);
  } catch (const CLI::ParseError& error) {
    return bad_input(one_line(error, line, std::span(argv, static_cast<std::size_t>(argc))));
  } catch (const CommandError& error) {
    return bad_input(error.what());
  } catch (const InvalidInput& error) {  // what only the model of a contact or of a slider can find wrong
    return bad_input(scenario_name(line.chosen()) + ": " + table_of(error.key()) + error.what());
  } catch (const std::invalid_argument& error) {
    return bad_input(error.what());
  } catch (const OutputClosed&) {
    return status(Outcome::Done);
  } catch (const std::bad_alloc&) {
    return bad_input("dryslip: not enough memory");
  }
}

}  // namespace dryslip::cli
