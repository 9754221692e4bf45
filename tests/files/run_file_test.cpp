// Every number of a small run, made up by hand, is found where each format puts it.

#include "dryslip/files/run_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dryslip/ball/simulate_ball.hpp"
#include "dryslip/files/hdf5_file.hpp"
#include "dryslip/files/write_sheet.hpp"
#include "dryslip/joints/simulate_joint.hpp"
#include "dryslip/slider/simulate_slider.hpp"

#ifdef DRYSLIP_HAS_HDF5
#include <hdf5.h>
#endif

namespace dryslip {

// A motion that no folder knows: what its row holds is said in its description alone.
enum class PenMode { Up, Drawing };
template <>
inline constexpr std::array words<PenMode>{"up", "drawing"};
enum class PenCause { Start, Lifted };
template <>
inline constexpr std::array words<PenCause>{"start", "lifted"};
struct PenSample {
  double t = 0.0, ink = 0.0;
  PenMode mode = PenMode::Up;
  std::vector<double> colors;
};
template <>
inline constexpr auto description<PenSample> = record<PenSample>("A row.", field<&PenSample::t>("s", ""),
                                                                 field<&PenSample::mode>("", ""),
                                                                 field<&PenSample::ink>("kg", "left"),
                                                                 keyed("color_*", field<&PenSample::colors>("-", "")));
using PenEvent = RunEvent<PenMode, PenCause, double>;
template <>
inline constexpr auto description<PenEvent> = record("PenEvent", "", "", field<&PenEvent::t>("s", ""),
                                                     change_fields<PenEvent>(),
                                                     field<&PenEvent::state>("height", "m", ""));
struct PenRun : Run<PenSample, PenEvent> {
  int lines = 0;
};
template <>
inline constexpr auto description<PenRun> = record<PenRun>("", field<&PenRun::lines>("-", ""));

namespace {

/// Two rows with two springs; the numbers need all digits.
SliderRun small_run() {
  const double third = 1.0 / 3.0;
  SliderRun run;
  run.samples = {
      {0.0, {{1, 2}, 3, {4, 5}, 6}, {{7, 8}, 9}, MotionMode::Slip, 10, 11, 12, 13, {14, 15}},
      {third, {{-1, -2}, -3, {-4, -5}, -6}, {{-7, -8}, -9}, MotionMode::Stick, -10, -11, -12, -13, {-14, 1e-300}}};
  run.events = {{0.0, {}, MotionMode::Slip, SliderCause::Start, {}},
                {0.1, MotionMode::Slip, MotionMode::Pivot, SliderCause::SupportHolds, {}},
                {0.2, MotionMode::Pivot, MotionMode::Slip, SliderCause::SupportYields, {}},
                {0.3, MotionMode::Slip, MotionMode::Stick, SliderCause::Stop, {}},
                {third, MotionMode::Stick, MotionMode::Slip, SliderCause::LoadLeaves, {}},
                {0.5, MotionMode::Stick, MotionMode::Slip, SliderCause::TableJumps, {}}};
  run.outcome = RunOutcome::NotConverged;
  run.steps = 17;
  run.model_error = 0.25;
  return run;
}

template <class AnyRun>
void write(const AnyRun& run, RunFile& file) {
  RowWriter<typename AnyRun::Sample> writer(file);
  for (const auto& row : run.samples) writer(row);
  file.finish(summary_of(run));
}

template <class AnyRun>
std::string csv_of(const AnyRun& run) {
  std::string text;
  CsvRunFile file([&](const std::string& piece) { text += piece; });
  write(run, file);
  return text;
}

template <class AnyRun>
std::string json_of(const AnyRun& run, EventLayout layout = EventLayout::Lines) {
  std::string text;
  JsonRunFile file([&](const std::string& piece) { text += piece; }, std::make_unique<WaitingText>(), layout);
  write(run, file);
  return text;
}

PenRun pen_run() {
  PenRun run;
  run.samples = {{0.0, 0.5, PenMode::Up, {1.0, 2.0}}, {0.25, 0.125, PenMode::Drawing, {-3.0, 4.0}}};
  run.events = {{0.0, {}, PenMode::Drawing, PenCause::Start, 0.0},
                {0.75, PenMode::Drawing, PenMode::Up, PenCause::Lifted, 2.0}};
  run.lines = 3;
  return run;
}

TEST(RunFile, CsvHasTheColumnsInTheirOrder) {
  const std::string expected =
      "t,x,y,angle,vx,vy,omega,fx,fy,moment,mode,kinetic_energy,work_of_loads,work_of_friction,work_of_springs,"
      "spring_0,spring_1\n"
      "0,1,2,3,4,5,6,7,8,9,slip,10,11,13,12,14,15\n"
      "0.3333333333333333,-1,-2,-3,-4,-5,-6,-7,-8,-9,stick,-10,-11,-13,-12,-14,1e-300\n";
  EXPECT_EQ(csv_of(small_run()), expected);
  EXPECT_EQ(csv_text(sheet_of(small_run().samples)), expected);
}

TEST(RunFile, CsvOfABallHasTheColumnsInTheirOrder) {
  BallSample row{.t = 0.5, .state = {{1, 2}, {3, 4}, {5, 6, 7}}, .slip = {{13, 14}, 15}, .rolling = {16, 17}};
  row.kinetic_energy = 8;
  row.work_of_weight = 9;
  row.work_of_friction = 10;
  row.work_of_rolling = 11;
  row.work_of_table = 12;
  EXPECT_EQ(csv_text(sheet_of(std::vector{row})),
            "t,x,y,vx,vy,wx,wy,wz,mode,kinetic_energy,work_of_weight,work_of_friction,work_of_rolling,work_of_table,"
            "slip_x,slip_y,slip_spin,rolling_x,rolling_y\n"
            "0.5,1,2,3,4,5,6,7,slip,8,9,10,11,12,13,14,15,16,17\n");
}

TEST(RunFile, CsvOfJointsNumbersThemWhereThereAreSeveral) {
  const auto row_of = [](int joints) {
    const auto numbers = [&](double first) {
      return Eigen::VectorXd(Eigen::VectorXd::LinSpaced(joints, first, first + joints - 1));
    };
    JointSample row{.t = 0.5,
                    .position = numbers(1),
                    .velocity = numbers(10),
                    .acceleration = numbers(20),
                    .normal_force = numbers(30),
                    .tau = numbers(40),
                    .modes = {JointRunMode::Stick}};
    if (joints > 1) row.modes.push_back(JointRunMode::Separation);
    return std::vector{row};
  };
  EXPECT_EQ(csv_text(sheet_of(row_of(1))),
            "t,position,velocity,acceleration,normal_force,tau,mode\n0.5,1,10,20,30,40,stick\n");
  EXPECT_EQ(csv_text(sheet_of(row_of(2))),
            "t,position_0,position_1,velocity_0,velocity_1,acceleration_0,acceleration_1,normal_force_0,normal_force_1,"
            "tau_0,tau_1,mode_0,mode_1\n0.5,1,2,10,11,20,21,30,31,40,41,stick,separation\n");
}

TEST(RunFile, ManyRowsAreWrittenInPieces) {
  SliderRun run;
  for (int i = 0; i < 30000; ++i) run.samples.push_back({.t = 0.1 * i});
  int pieces = 0;
  std::string text;
  CsvRunFile file([&](const std::string& piece) {
    ++pieces;
    text += piece;
  });
  write(run, file);
  EXPECT_GT(pieces, 2);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 30001);
  EXPECT_EQ(nlohmann::json::parse(json_of(run)).at("rows").size(), 30000u);
}

TEST(RunFile, EventsHaveAnEmptyFirstFrom) {
  EXPECT_EQ(csv_text(sheet_of(small_run().events)),
            "t,from,to,cause\n0,,slip,start\n0.1,slip,pivot,support_holds\n0.2,pivot,slip,support_yields\n"
            "0.3,slip,stick,stop\n0.3333333333333333,stick,slip,load_leaves\n0.5,stick,slip,table_jumps\n");
  JointEvent jump{.t = 0.5, .from = JointRunMode::Slip, .to = JointRunMode::Stick, .cause = JointCause::ImpulsiveStop};
  jump.state = {.joint = 1, .position = 2.0, .impulse = -3.0, .normal_impulse = 4.0};
  EXPECT_EQ(csv_text(sheet_of(std::vector{jump})),
            "t,joint,from,to,cause,position,impulse,normal_impulse\n0.5,1,slip,stick,impulsive_stop,2,-3,4\n");
}

TEST(RunFile, JsonHasRowsEventsAndOutcome) {
  const SliderRun run = small_run();
  const nlohmann::json object = nlohmann::json::parse(json_of(run));
  EXPECT_EQ(object.at("outcome"), "not_converged");
  EXPECT_EQ(object.at("converged"), false);
  EXPECT_EQ(object.at("steps"), 17);
  EXPECT_EQ(object.at("model_error"), 0.25);
  ASSERT_EQ(object.at("rows").size(), 2u);
  EXPECT_EQ(object.at("rows")[1].at("t").get<double>(), 1.0 / 3.0);
  EXPECT_EQ(object.at("rows")[0].at("mode"), "slip");
  EXPECT_EQ(object.at("rows")[0].at("work_of_friction"), 13);
  EXPECT_EQ(object.at("rows")[0].at("spring_1"), 15);
  ASSERT_EQ(object.at("events").size(), 6u);
  EXPECT_TRUE(object.at("events")[0].at("from").is_null());
  EXPECT_EQ(object.at("events")[1].at("to"), "pivot");
  const Sheet events = sheet_of(run.events);
  for (const EventLayout layout : {EventLayout::Lines, EventLayout::OneLine}) {
    EXPECT_EQ(nlohmann::json::parse(json_of_events(events, layout)).at("events"), object.at("events"));
    EXPECT_EQ(nlohmann::json::parse(json_of(run, layout)), object);
  }
  EXPECT_FALSE(object.contains("reason"));
}

TEST(RunFile, AFormulaWithoutValueHasItsOutcomeAndReason) {
  SliderRun run = small_run();
  run.outcome = RunOutcome::FormulaNotFinite;
  run.reason = "drive.fx: \"1/t\": not finite";
  const nlohmann::json object = nlohmann::json::parse(json_of(run));
  EXPECT_EQ(object.at("outcome"), "formula_not_finite");
  EXPECT_EQ(object.at("converged"), false);
  EXPECT_EQ(object.at("reason"), run.reason);
}

TEST(RunFile, AFieldThatIsDescribedStandsInEveryFormat) {
  const PenRun run = pen_run();
  EXPECT_EQ(csv_of(run), "t,mode,ink,color_0,color_1\n0,up,0.5,1,2\n0.25,drawing,0.125,-3,4\n");
  EXPECT_EQ(csv_text(sheet_of(run.events)), "t,from,to,cause,height\n0,,drawing,start,0\n0.75,drawing,up,lifted,2\n");
  EXPECT_EQ(json_of(run),
            "{\"outcome\":\"finished\",\"converged\":true,\"lines\":3,\n\"events\":[\n"
            "{\"t\":0,\"from\":null,\"to\":\"drawing\",\"cause\":\"start\",\"height\":0},\n"
            "{\"t\":0.75,\"from\":\"drawing\",\"to\":\"up\",\"cause\":\"lifted\",\"height\":2}\n],\n\"rows\":[\n"
            "{\"t\":0,\"mode\":\"up\",\"ink\":0.5,\"color_0\":1,\"color_1\":2},\n"
            "{\"t\":0.25,\"mode\":\"drawing\",\"ink\":0.125,\"color_0\":-3,\"color_1\":4}\n]}\n");
}

#ifdef DRYSLIP_HAS_HDF5
/// A file read back from its bytes.
class ReadBack {
 public:
  explicit ReadBack(const std::string& bytes) {
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fapl_core(access, 1 << 16, 0);
    std::string image = bytes;
    H5Pset_file_image(access, image.data(), image.size());
    file_ = H5Fopen("image.h5", H5F_ACC_RDONLY, access);
    H5Pclose(access);
    if (file_ < 0) throw std::runtime_error("not an HDF5 file");
  }
  ~ReadBack() { H5Fclose(file_); }

  std::vector<double> numbers(const std::string& name) const {
    const hid_t data = H5Dopen2(file_, name.c_str(), H5P_DEFAULT);
    std::vector<double> values(size_of(data));
    H5Dread(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    H5Dclose(data);
    return values;
  }
  std::vector<std::string> words(const std::string& name) const {
    const hid_t data = H5Dopen2(file_, name.c_str(), H5P_DEFAULT), type = H5Dget_type(data);
    const std::size_t width = H5Tget_size(type), count = size_of(data);
    std::string text(width * count, ' ');
    H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data());
    std::vector<std::string> result;
    for (std::size_t i = 0; i < count; ++i) result.emplace_back(text.substr(i * width, width).c_str());
    H5Tclose(type);
    H5Dclose(data);
    return result;
  }
  /// Names of the members of a group, in alphabetical order.
  std::vector<std::string> members(const std::string& group) const {
    const hid_t place = H5Gopen2(file_, group.c_str(), H5P_DEFAULT);
    H5G_info_t info;
    H5Gget_info(place, &info);
    std::vector<std::string> names;
    for (hsize_t i = 0; i < info.nlinks; ++i) {
      char name[64];
      H5Lget_name_by_idx(place, ".", H5_INDEX_NAME, H5_ITER_INC, i, name, sizeof name, H5P_DEFAULT);
      names.emplace_back(name);
    }
    H5Gclose(place);
    return names;
  }
  bool has_attribute(const std::string& place, const char* name) const {
    return H5Aexists_by_name(file_, place.c_str(), name, H5P_DEFAULT) > 0;
  }
  template <class Number>
  Number number(const char* attribute, hid_t type) const {
    Number value{};
    const hid_t found = H5Aopen(file_, attribute, H5P_DEFAULT);
    H5Aread(found, type, &value);
    H5Aclose(found);
    return value;
  }
  std::string attribute(const std::string& place, const char* name) const {
    const hid_t found = H5Aopen_by_name(file_, place.c_str(), name, H5P_DEFAULT, H5P_DEFAULT),
                type = H5Aget_type(found);
    std::string text(H5Tget_size(type), ' ');
    H5Aread(found, type, text.data());
    H5Tclose(type);
    H5Aclose(found);
    return text;
  }

 private:
  static std::size_t size_of(hid_t data) {
    const hid_t space = H5Dget_space(data);
    const hssize_t count = H5Sget_simple_extent_npoints(space);
    H5Sclose(space);
    return static_cast<std::size_t>(count);
  }
  hid_t file_;
};

template <class AnyRun>
std::string file_of(const AnyRun& run, const std::string& title) {
  const std::string name = testing::TempDir() + "dryslip_run_" + std::to_string(getpid()) + ".h5";
  Hdf5RunFile file(name, title);
  write(run, file);
  std::ifstream stream(name, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  std::remove(name.c_str());
  return bytes;
}

using Names = std::vector<std::string>;
Names sorted(Names names) {
  std::sort(names.begin(), names.end());
  return names;
}

/// Checks that a group has these columns and no others, each with its unit and the values of the rows.
void expect_columns(const ReadBack& file, const std::string& group, const Sheet& sheet, Names others = {}) {
  for (std::size_t j = 0; j < sheet.columns.size(); ++j) {
    const Column& column = sheet.columns[j];
    const std::string place = group + column.name;
    SCOPED_TRACE(place);
    others.push_back(column.name);
    ASSERT_EQ(file.has_attribute(place, "unit"), !column.unit.empty());
    if (!column.unit.empty()) {
      EXPECT_EQ(file.attribute(place, "unit"), column.unit);
    }
    std::vector<double> numbers;
    Names words;
    for (std::size_t i = 0; i < sheet.rows(); ++i) {
      const Cell& cell = sheet.row(i)[j];
      if (const auto* number = std::get_if<double>(&cell)) numbers.push_back(*number);
      const auto* word = std::get_if<std::string_view>(&cell);
      if (column.longest_word > 0) words.emplace_back(word == nullptr ? "" : *word);
    }
    if (column.longest_word > 0) {
      EXPECT_EQ(file.words(place), words);
    } else {
      EXPECT_EQ(file.numbers(place), numbers);
    }
  }
  EXPECT_EQ(file.members(group), sorted(others));
}

TEST(RunFile, Hdf5HasTheColumnsByName) {
  const SliderRun run = small_run();
  const ReadBack file(file_of(run, "a title"));
  const std::vector<std::pair<std::string, std::string>> columns{{"t", "s"},
                                                                 {"x", "m"},
                                                                 {"y", "m"},
                                                                 {"angle", "rad"},
                                                                 {"vx", "m/s"},
                                                                 {"vy", "m/s"},
                                                                 {"omega", "rad/s"},
                                                                 {"fx", "N"},
                                                                 {"fy", "N"},
                                                                 {"moment", "N m"},
                                                                 {"kinetic_energy", "J"},
                                                                 {"work_of_loads", "J"},
                                                                 {"work_of_springs", "J"},
                                                                 {"work_of_friction", "J"},
                                                                 {"spring_0", "N"},
                                                                 {"spring_1", "N"}};
  Names names{"mode", "events"};
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto& [name, unit] = columns[i];
    SCOPED_TRACE(name);
    names.push_back(name);
    EXPECT_EQ(file.attribute(name, "unit"), unit);
    const double first = static_cast<double>(i);  // as small_run() counts
    const std::vector<double> values = file.numbers(name);
    ASSERT_EQ(values.size(), 2u);
    EXPECT_EQ(values[0], first);
    EXPECT_EQ(values[1], i == 0 ? 1.0 / 3.0 : i == 15 ? 1e-300 : -first);
  }
  EXPECT_EQ(file.members("/"), sorted(names));
  EXPECT_FALSE(file.has_attribute("mode", "unit"));
  EXPECT_EQ(file.words("mode"), (Names{"slip", "stick"}));
  EXPECT_EQ(file.members("events"), (Names{"cause", "from", "t", "to"}));
  EXPECT_EQ(file.attribute("events/t", "unit"), "s");
  EXPECT_EQ(file.numbers("events/t"), (std::vector<double>{0.0, 0.1, 0.2, 0.3, 1.0 / 3.0, 0.5}));
  EXPECT_EQ(file.words("events/from"), (Names{"", "slip", "pivot", "slip", "stick", "stick"}));
  EXPECT_EQ(file.words("events/to"), (Names{"slip", "pivot", "slip", "stick", "slip", "slip"}));
  EXPECT_EQ(file.words("events/cause"),
            (Names{"start", "support_holds", "support_yields", "stop", "load_leaves", "table_jumps"}));
  EXPECT_EQ(file.attribute("/", "title"), "a title");
  EXPECT_EQ(file.attribute("/", "outcome"), "not_converged");
  EXPECT_EQ(file.number<int>("converged", H5T_NATIVE_INT), 0);
  EXPECT_EQ(file.number<int>("steps", H5T_NATIVE_INT), 17);
  EXPECT_EQ(file.number<double>("model_error", H5T_NATIVE_DOUBLE), 0.25);
  EXPECT_FALSE(file.has_attribute("/", "reason"));
}

TEST(RunFile, AFieldThatIsDescribedStandsInHdf5) {
  const PenRun run = pen_run();
  const ReadBack file(file_of(run, ""));
  expect_columns(file, "/", sheet_of(run.samples), {"events"});
  expect_columns(file, "/events/", sheet_of(run.events));
  EXPECT_EQ(file.number<int>("lines", H5T_NATIVE_INT), 3);
  EXPECT_EQ(file.number<int>("converged", H5T_NATIVE_INT), 1);
}

TEST(RunFile, Hdf5HasTheReasonWhereThereIsOne) {
  SliderRun run = small_run();
  run.reason = "drive.fx: not finite";
  EXPECT_EQ(ReadBack(file_of(run, "")).attribute("/", "reason"), run.reason);
}

TEST(RunFile, EventsAloneMakeAnHdf5File) {
  const Sheet events = sheet_of(small_run().events);
  expect_columns(ReadBack(hdf5_bytes(events)), "/", events);
}

/// A run of many rows whose numbers all differ; `stick` is its longest word.
SliderRun long_run(int rows) {
  SliderRun run = small_run();
  run.samples.clear();
  for (int i = 0; i < rows; ++i) {
    run.samples.push_back({.t = 0.001 * i,
                           .state = {.position = {1.0 / (i + 1), 0.0}},
                           .mode = i % 3 == 0 ? MotionMode::Stick : MotionMode::Slip,
                           .spring_forces = {1.0 * i}});
  }
  return run;
}

// 16384 rows are held in memory: up to there a file is written in one go, beyond its columns grow.
TEST(RunFile, Hdf5HoldsRunsOfAnyLength) {
  for (const int rows : {1, 1000, 16384, 16385, 2 * 16384, 40000}) {
    SCOPED_TRACE(rows);
    SliderRun run = long_run(rows);
    run.reason = "a reason";
    const ReadBack file(file_of(run, "a title"));
    expect_columns(file, "/", sheet_of(run.samples), {"events"});
    expect_columns(file, "/events/", sheet_of(run.events));
    EXPECT_EQ(file.attribute("/", "outcome"), "not_converged");
    EXPECT_EQ(file.attribute("/", "title"), "a title");
    EXPECT_EQ(file.attribute("/", "reason"), "a reason");
    EXPECT_TRUE(file.has_attribute("/", "dryslip_version"));
  }
}

TEST(RunFile, TheSameRunGivesTheSameHdf5File) {
  for (const int rows : {100, 20000}) EXPECT_EQ(file_of(long_run(rows), "a title"), file_of(long_run(rows), "a title"));
}

TEST(RunFile, AnHdf5FileThatCannotBeMadeSaysSo) {
  Hdf5RunFile file("/no/such/folder/run.h5", "");
  EXPECT_THROW(write(long_run(20000), file), Hdf5Error);
}

TEST(RunFile, LongHdf5ColumnsAreCompressed) {
  SliderRun run;
  for (int i = 0; i < 100000; ++i) run.samples.push_back({.t = 0.001 * i, .state = {.position = {1.0 / (i + 1), 0.0}}});
  EXPECT_LT(file_of(run, "").size(), 100000u * 14 * sizeof(double) / 3);
  EXPECT_LT(hdf5_bytes(sheet_of(run.samples)).size(), 100000u * 14 * sizeof(double) / 3);
}
#else
TEST(RunFile, WithoutHdf5SaysSo) { EXPECT_THROW(hdf5_bytes(sheet_of(small_run().samples)), Hdf5Error); }
#endif

}  // namespace
}  // namespace dryslip
