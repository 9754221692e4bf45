#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/program.hpp"

namespace dryslip::tests {
namespace {

using ::testing::IsEmpty, ::testing::StartsWith;

const std::string block = source_file("scenarios/free_slide_of_a_block.toml");
const std::string joint = source_file("scenarios/forward_dynamics/torque_drop.toml");

/// A command line whose last word is the name of a file.
using Words = std::vector<std::string>;

/// Runs in an empty folder and says what the file holds.
struct Written {
  ProgramResult result;
  std::string text;
  std::vector<std::string> entries;
};

Written write_file(Words words) {
  const TemporaryFolder folder;
  const std::string name = words.back();
  const Written written{
      run_program({.arguments = std::move(words), .text = "vx,vy,omega,x,y\n1,0,0,0,0\n", .folder = folder.file("")}),
      "", folder.entries()};
  return written.entries.empty() ? written : Written{written.result, text_of(folder.file(name)), written.entries};
}

TEST(FileNames, AnEndingThatPromisesSomethingElseIsRefused) {
  struct Case {
    Words words;
    std::string allowed;
  };
  const std::vector<Case> cases{
      {{"simulate", block, "--plot", "p.png"}, ".svg"},
      {{"surface", block, "--plot", "p.pdf"}, ".svg"},
      {{"moment", block, "--plot", "p.csv"}, ".svg"},
      {{"fit", block, "--plot", "p.jpg"}, ".svg"},
      {{"forward", joint, "--plot", "p.svgz"}, ".svg"},
      {{"forward", joint, "--simulate", "--plot", "p.PNG"}, ".svg"},
      {{"forward", joint, "--simulate", "--out", "x.h5"}, ".csv or .json"},
      {{"forward", joint, "--simulate", "--json", "--out", "x.h5"}, ".csv or .json"},
      {{"forward", joint, "--simulate", "--out", "x.csv", "--events", "e.hdf5"}, ".csv or .json"},
      {{"forward", joint, "--map", "mu=0:1,tau=0:1", "--out", "m.json"}, ".csv"},
      {{"forward", joint, "--out", "x.csv"}, ".json"},
      {{"simulate", block, "--out", "run.svg"}, ".csv, .json or .h5"},
      {{"simulate", block, "--events", "e.nc"}, ".csv, .json or .h5"},
      {{"surface", block, "--out", "s.dat"}, ".json, .ply or .vtk"},
      {{"load", block, "--twists", "-", "--out", "l.h5"}, ".csv or .json"},
      {{"moment", block, "--centers", "-", "--out", "m.csv.gz"}, ".csv or .json"},
      {{"motion", block, "--loads", "-", "--out", "m.xlsx"}, ".csv or .json"},
      {{"points", block, "--out", "p.csv"}, ".json"},
      {{"terminal", block, "--out", "t.csv"}, ".json"},
      {{"check", block, "--out", "c.h5"}, ".txt or .json"},
  };
  for (const Case& bad : cases) {
    const std::string& name = bad.words.back();
    const std::string option = bad.words.at(bad.words.size() - 2);
    SCOPED_TRACE(bad.words[0] + " " + option + " " + name);
    const Written written = write_file(bad.words);
    EXPECT_EQ(written.result.status, 1);
    EXPECT_EQ(written.result.messages,
              "dryslip " + bad.words[0] + ": " + option + " " + name + ": must end in " + bad.allowed + "\n");
    EXPECT_EQ(written.result.out, "");
    EXPECT_THAT(written.entries, IsEmpty());
  }
}

TEST(FileNames, TheEndingSaysWhatIsWritten) {
  struct Case {
    Words words;
    std::string start;
  };
  const std::vector<Case> cases{
      {{"load", block, "--twists", "-", "--out", "l.json"}, "{\"rows\":["},
      {{"load", block, "--twists", "-", "--out", "l.csv"}, "vx,vy,omega,fx,"},
      {{"moment", block, "--centers", "-", "--out", "m.JSON"}, "{\"rows\":["},
      {{"check", block, "--out", "c.json"}, "{\n"},
      {{"simulate", block, "--out", "run.JSON"}, "{\"outcome\":"},
      {{"forward", joint, "--simulate", "--out", "run.json"}, "{\"outcome\":"},
      // no format has these endings: rows are CSV, text is text
      {{"simulate", block, "--out", "run_0.3"}, "t,x,y,"},
      {{"simulate", block, "--out", "run.dat"}, "t,x,y,"},
      {{"simulate", block, "--out", "run"}, "t,x,y,"},
      {{"forward", joint, "--simulate", "--out", "run.txt"}, "t,position,"},
      {{"simulate", block, "--plot", "P.SVG"}, "<svg"},
      {{"simulate", block, "--plot", "picture"}, "<svg"},
  };
  for (const Case& good : cases) {
    SCOPED_TRACE(good.words[0] + " " + good.words.back());
    const Written written = write_file(good.words);
    EXPECT_EQ(written.result.status, 0) << written.result.messages;
    EXPECT_THAT(written.text, StartsWith(good.start));
  }
}

}  // namespace
}  // namespace dryslip::tests
