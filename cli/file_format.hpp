#pragma once

#include <initializer_list>
#include <string>

namespace dryslip::cli {

/// What a file holds; the ending of its name says so.
enum class FileFormat { Text, Csv, Json, JsonLines, Hdf5, Ply, Vtk, Svg };

/// A file to be written, and the option that names it: "simulate", "--out", "run.csv".
struct FileOption {
  std::string command, option, name;
};

/// An ending that is no format's, as of `run.dat` or `run_0.3`.
enum class OtherEnding { Allowed, Refused };

/// The format of a file by the ending of its name, in capitals or not: one of those that can be written, and the first of them where the
/// name has no ending or is that of standard output. Throws CommandError for an ending that promises something else.
FileFormat format_of(const FileOption& file, std::initializer_list<FileFormat> writable,
                     OtherEnding other = OtherEnding::Allowed);

/// Throws CommandError where --plot names a file that is no SVG file.
void check_plot(const std::string& command, const std::string& name);

/// Whether output goes to standard output: no name, or -.
inline bool is_standard_output(const std::string& name) { return name.empty() || name == "-"; }

/// Whether two outputs would go to the same file, however it is spelled.
bool is_same_file(const std::string& a, const std::string& b);

}  // namespace dryslip::cli
