// Every number of a small run, made up by hand, is found where each format puts it.

#include "dryslip/scenario/write_run.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "dryslip/scenario/write_run_hdf5.hpp"

#ifdef DRYSLIP_HAS_HDF5
#include <hdf5.h>
#endif

namespace dryslip {
namespace {

/// Two rows with two springs; the numbers need all digits.
SliderRun small_run() {
  const double third = 1.0 / 3.0;
  SliderRun run;
  run.samples = {
      {0.0, {{1, 2}, 3, {4, 5}, 6}, {{7, 8}, 9}, MotionMode::Slip, 10, 11, 12, 13, {14, 15}},
      {third, {{-1, -2}, -3, {-4, -5}, -6}, {{-7, -8}, -9}, MotionMode::Stick, -10, -11, -12, -13, {-14, 1e-300}}};
  run.events = {{0.0, {}, MotionMode::Slip, SliderEvent::Cause::Start, {}},
                {0.1, MotionMode::Slip, MotionMode::Pivot, SliderEvent::Cause::SupportHolds, {}},
                {0.2, MotionMode::Pivot, MotionMode::Slip, SliderEvent::Cause::SupportYields, {}},
                {0.3, MotionMode::Slip, MotionMode::Stick, SliderEvent::Cause::Stop, {}},
                {third, MotionMode::Stick, MotionMode::Slip, SliderEvent::Cause::LoadLeaves, {}},
                {0.5, MotionMode::Stick, MotionMode::Slip, SliderEvent::Cause::TableJumps, {}}};
  run.outcome = SliderOutcome::NotConverged;
  run.steps = 17;
  run.model_error = 0.25;
  return run;
}

std::string text_of(void (*write)(const SliderRun&, const TextSink&), const SliderRun& run) {
  std::string text;
  write(run, [&](const std::string& piece) { text += piece; });
  return text;
}

TEST(WriteRun, CsvHasTheColumnsInTheirOrder) {
  EXPECT_EQ(text_of(write_csv, small_run()),
            "t,x,y,angle,vx,vy,omega,fx,fy,moment,mode,kinetic_energy,work_of_loads,work_of_friction,work_of_springs,"
            "spring_0,spring_1\n"
            "0,1,2,3,4,5,6,7,8,9,slip,10,11,13,12,14,15\n"
            "0.3333333333333333,-1,-2,-3,-4,-5,-6,-7,-8,-9,stick,-10,-11,-13,-12,-14,1e-300\n");
}

TEST(WriteRun, ManyRowsAreWrittenInPieces) {
  SliderRun run;
  for (int i = 0; i < 10000; ++i) run.samples.push_back({.t = 0.1 * i});
  int pieces = 0;
  std::string text;
  write_csv(run, [&](const std::string& piece) {
    ++pieces;
    text += piece;
  });
  EXPECT_GT(pieces, 2);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 10001);
  EXPECT_EQ(nlohmann::json::parse(text_of(write_json, run)).at("rows").size(), 10000u);
}

TEST(WriteRun, EventsHaveAnEmptyFirstFrom) {
  EXPECT_EQ(csv_text(small_run().events),
            "t,from,to,cause\n0,,slip,start\n0.1,slip,pivot,support_holds\n0.2,pivot,slip,support_yields\n"
            "0.3,slip,stick,stop\n0.3333333333333333,stick,slip,load_leaves\n0.5,stick,slip,table_jumps\n");
}

TEST(WriteRun, JsonHasRowsEventsAndOutcome) {
  const SliderRun run = small_run();
  const nlohmann::json object = nlohmann::json::parse(text_of(write_json, run));
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
  EXPECT_EQ(nlohmann::json::parse(json_text(run.events)).at("events"), object.at("events"));
  EXPECT_FALSE(object.contains("reason"));
}

TEST(WriteRun, AFormulaWithoutValueHasItsOutcomeAndReason) {
  SliderRun run = small_run();
  run.outcome = SliderOutcome::FormulaNotFinite;
  run.reason = "drive.fx: \"1/t\": not finite";
  const nlohmann::json object = nlohmann::json::parse(text_of(write_json, run));
  EXPECT_EQ(object.at("outcome"), "formula_not_finite");
  EXPECT_EQ(object.at("converged"), false);
  EXPECT_EQ(object.at("reason"), run.reason);
  EXPECT_STREQ(word_of(BallOutcome::FormulaNotFinite), "formula_not_finite");
  EXPECT_FALSE(is_converged(BallOutcome::FormulaNotFinite));
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

TEST(WriteRun, Hdf5HasTheColumnsByName) {
  const SliderRun run = small_run();
  const ReadBack file(hdf5_bytes(run, "a title"));
  for (const RunColumn& column : run_columns(run)) {
    EXPECT_EQ(file.numbers(column.name),
              (std::vector<double>{column.value(run.samples[0]), column.value(run.samples[1])}));
    EXPECT_EQ(file.attribute(column.name, "unit"), column.unit);
  }
  EXPECT_EQ(file.words("mode"), (std::vector<std::string>{"slip", "stick"}));
  EXPECT_EQ(file.numbers("events/t"), (std::vector<double>{0.0, 0.1, 0.2, 0.3, 1.0 / 3.0, 0.5}));
  EXPECT_EQ(file.words("events/from"), (std::vector<std::string>{"", "slip", "pivot", "slip", "stick", "stick"}));
  EXPECT_EQ(file.words("events/cause")[5], "table_jumps");
  EXPECT_EQ(file.attribute("/", "outcome"), "not_converged");
  EXPECT_EQ(file.attribute("/", "title"), "a title");
}

TEST(WriteRun, Hdf5HasTheReasonWhereThereIsOne) {
  SliderRun run = small_run();
  run.reason = "drive.fx: not finite";
  EXPECT_EQ(ReadBack(hdf5_bytes(run, "")).attribute("/", "reason"), run.reason);
}

TEST(WriteRun, EventsAloneMakeAnHdf5File) {
  const ReadBack events(hdf5_bytes(small_run().events));
  EXPECT_EQ(events.words("to"), (std::vector<std::string>{"slip", "pivot", "slip", "stick", "slip", "slip"}));
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

std::string file_of(const SliderRun& run, const std::string& title) {
  const std::string name = testing::TempDir() + "dryslip_run_" + std::to_string(getpid()) + ".h5";
  Hdf5RunFile<SliderRun> file(name, run_columns(run));
  SliderRun rest = run;
  rest.samples.clear();
  for (const SliderSample& row : run.samples) file.add(row);
  file.finish(rest, title);
  std::ifstream stream(name, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  std::remove(name.c_str());
  return bytes;
}

TEST(WriteRun, AnHdf5FileRowByRowIsTheSameFileWhileItIsShort) {
  for (const int rows : {0, 1, 1000, 16384}) {
    SCOPED_TRACE(rows);
    const SliderRun run = long_run(rows);
    EXPECT_EQ(file_of(run, "a title"), hdf5_bytes(run, "a title"));
  }
}

TEST(WriteRun, AnHdf5FileRowByRowHoldsTheSameWhereItIsLong) {
  for (const int rows : {16385, 2 * 16384, 40000}) {
    SCOPED_TRACE(rows);
    SliderRun run = long_run(rows);
    run.reason = "a reason";
    const ReadBack file(file_of(run, "a title")), whole(hdf5_bytes(run, "a title"));
    for (const RunColumn& column : run_columns(run)) {
      EXPECT_EQ(file.numbers(column.name), whole.numbers(column.name)) << column.name;
      EXPECT_EQ(file.attribute(column.name, "unit"), column.unit);
    }
    EXPECT_EQ(file.numbers("t").size(), static_cast<std::size_t>(rows));
    EXPECT_EQ(file.words("mode"), whole.words("mode"));
    for (const char* name : {"events/from", "events/to", "events/cause"})
      EXPECT_EQ(file.words(name), whole.words(name));
    for (const char* name : {"outcome", "title", "dryslip_version", "reason"})
      EXPECT_EQ(file.attribute("/", name), whole.attribute("/", name));
  }
}

TEST(WriteRun, AnHdf5FileThatCannotBeMadeSaysSo) {
  const SliderRun run = long_run(20000);
  Hdf5RunFile<SliderRun> file("/no/such/folder/run.h5", run_columns(run));
  EXPECT_THROW(for (const SliderSample& row : run.samples) file.add(row), std::runtime_error);
}

TEST(WriteRun, LongHdf5ColumnsAreCompressed) {
  SliderRun run;
  for (int i = 0; i < 100000; ++i) run.samples.push_back({.t = 0.001 * i, .state = {.position = {1.0 / (i + 1), 0.0}}});
  const std::string bytes = hdf5_bytes(run, "");
  EXPECT_LT(bytes.size(), 100000u * 14 * sizeof(double) / 3);
  EXPECT_EQ(ReadBack(bytes).numbers("x")[77777], 1.0 / 77778);
}
#else
TEST(WriteRun, WithoutHdf5SaysSo) { EXPECT_THROW(hdf5_bytes(small_run(), ""), std::runtime_error); }
#endif

}  // namespace
}  // namespace dryslip
