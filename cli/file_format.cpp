#include "cli/file_format.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>

#include "cli/command_error.hpp"

namespace dryslip::cli {
namespace {

struct Ending {
  const char* text;
  FileFormat format;
};

/// The first of a format is the one that messages name.
constexpr Ending endings[] = {{".csv", FileFormat::Csv}, {".json", FileFormat::Json}, {".jsonl", FileFormat::JsonLines},
                              {".h5", FileFormat::Hdf5}, {".hdf5", FileFormat::Hdf5}, {".ply", FileFormat::Ply},
                              {".vtk", FileFormat::Vtk}, {".svg", FileFormat::Svg}};

/// Formats that no command writes, and that a reader of the file would take it for.
constexpr const char* foreign_endings[] = {".png", ".jpg", ".jpeg", ".pdf", ".eps",  ".ps",     ".html",
                                           ".nc",  ".mat", ".npy",  ".npz", ".xlsx", ".xls",    ".ods",
                                           ".stl", ".obj", ".vtp",  ".zip", ".gz",   ".parquet"};

std::string ending_of(const std::string& name) {
  std::string ending = std::filesystem::path(name).extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return ending;
}

std::string ending_for(FileFormat format) {
  for (const Ending& ending : endings)
    if (ending.format == format) return ending.text;
  return ".txt";
}

/// ".csv, .json or .h5"
std::string alternatives(std::initializer_list<FileFormat> formats) {
  std::string text;
  for (const FileFormat* format = formats.begin(); format != formats.end(); ++format) {
    if (format != formats.begin()) text += format + 1 == formats.end() ? " or " : ", ";
    text += ending_for(*format);
  }
  return text;
}

}  // namespace

FileFormat format_of(const FileOption& file, std::initializer_list<FileFormat> writable, OtherEnding other) {
  const std::string ending = ending_of(file.name);
  if (ending.empty()) return *writable.begin();
  const auto known =
      std::find_if(std::begin(endings), std::end(endings), [&](const Ending& e) { return ending == e.text; });
  const bool is_known = known != std::end(endings);
  if (is_known && std::find(writable.begin(), writable.end(), known->format) != writable.end()) return known->format;
  const bool is_foreign = is_known || std::find(std::begin(foreign_endings), std::end(foreign_endings), ending) !=
                                          std::end(foreign_endings);
  if (!is_foreign && other == OtherEnding::Allowed) return *writable.begin();
  throw CommandError("dryslip " + file.command + ": " + file.option + " " + file.name + ": must end in " +
                     alternatives(writable));
}

void check_plot(const std::string& command, const std::string& name) {
  format_of({command, "--plot", name}, {FileFormat::Svg}, OtherEnding::Refused);
}

bool is_same_file(const std::string& a, const std::string& b) {
  if (is_standard_output(a) || is_standard_output(b)) return false;
  std::error_code none;  // of a folder that cannot be read
  const auto place = [&](const std::string& name) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(name, none), none);
  };
  return a == b || place(a) == place(b);
}

}  // namespace dryslip::cli
