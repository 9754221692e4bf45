#include "dryslip/files/hdf5_file.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "dryslip/version.hpp"

#ifdef DRYSLIP_HAS_HDF5
#include <hdf5.h>
#endif

namespace dryslip {

#ifdef DRYSLIP_HAS_HDF5
namespace {

/// An identifier of the library, given back at the end of its life.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle(hid_t id, Close close) : id_(id), close_(close) {
    if (id_ < 0) throw Hdf5Error("HDF5 cannot make this file");
  }
  ~Handle() {
    if (close_ != nullptr) close_(id_);
  }
  Handle(Handle&& other) noexcept : id_(other.id_), close_(std::exchange(other.close_, nullptr)) {}
  Handle& operator=(Handle&&) = delete;
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  Close close_;
};

void check(herr_t status) {
  if (status < 0) throw Hdf5Error("HDF5 cannot write this file");
}

/// Text of one length, filled up with zeros.
Handle text_type(std::size_t longest) {
  const hid_t type = H5Tcopy(H5T_C_S1);
  check(H5Tset_size(type, std::max<std::size_t>(longest, 1)));
  check(H5Tset_strpad(type, H5T_STR_NULLPAD));
  check(H5Tset_cset(type, H5T_CSET_UTF8));
  return {type, H5Tclose};
}

// ---- attributes

void add_attribute(hid_t place, const std::string& name, hid_t type, const void* value) {
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle attribute(H5Acreate2(place, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  check(H5Awrite(attribute, type, value));
}
void add_attribute(hid_t place, const std::string& name, std::string_view text) {
  add_attribute(place, name, text_type(text.size()), text.empty() ? "\0" : text.data());
}

struct AttributeCell {
  hid_t place;
  std::string name;

  void operator()(std::monostate) const {}
  void operator()(double value) const { add_attribute(place, name, H5T_NATIVE_DOUBLE, &value); }
  void operator()(long value) const { (*this)(static_cast<int>(value)); }
  void operator()(bool value) const { (*this)(value ? 1 : 0); }
  void operator()(int value) const { add_attribute(place, name, H5T_NATIVE_INT, &value); }
  void operator()(std::string_view value) const { add_attribute(place, name, value); }
};

// ---- columns

constexpr hsize_t block_size = 16384;  // rows that are compressed together

/// Properties of a data set that holds no time, so that the same run gives the same bytes.
Handle timeless() {
  Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  check(H5Pset_obj_track_times(properties, false));
  return properties;
}

/// Sets the properties of a data set in compressed blocks.
void compress(hid_t properties) {
  check(H5Pset_chunk(properties, 1, &block_size));
  if (H5Zfilter_avail(H5Z_FILTER_DEFLATE) <= 0) return;
  check(H5Pset_shuffle(properties));
  check(H5Pset_deflate(properties, 4));
}

/// What stands in a column, as the library takes it.
class ColumnValues {
 public:
  /// `width`: length of the words.
  ColumnValues(const Sheet& sheet, std::size_t column, std::size_t width) {
    for (std::size_t i = 0; i < sheet.rows(); ++i) {
      const Cell& cell = sheet.row(i)[column];
      if (width == 0) {
        numbers_.push_back(number_in(cell));
      } else {
        words_ += word_in(cell);
        words_.resize((i + 1) * width, '\0');
      }
    }
    is_words_ = width > 0;
  }
  const void* data() const { return is_words_ ? static_cast<const void*>(words_.data()) : numbers_.data(); }

 private:
  bool is_words_ = false;
  std::vector<double> numbers_;
  std::string words_;
};

/// Length of the longest word in a column; 0 where it holds numbers.
std::size_t width_of(const Sheet& sheet, std::size_t column) {
  if (sheet.columns[column].longest_word == 0) return 0;
  std::size_t longest = 1;
  for (std::size_t i = 0; i < sheet.rows(); ++i) longest = std::max(longest, word_in(sheet.row(i)[column]).size());
  return longest;
}

Handle type_of(std::size_t width) {
  return width > 0 ? text_type(width) : Handle(H5Tcopy(H5T_NATIVE_DOUBLE), H5Tclose);
}

/// A data set of a column, with its unit.
Handle make_column(hid_t place, const Column& column, hid_t type, hid_t space, hid_t properties) {
  Handle data(H5Dcreate2(place, column.name.c_str(), type, space, H5P_DEFAULT, properties, H5P_DEFAULT), H5Dclose);
  if (!column.unit.empty()) add_attribute(data, "unit", column.unit);
  return data;
}

/// Calls visit(i) for each column of numbers, then for each of words.
template <class Visit>
void for_each_column(const std::vector<Column>& columns, const Visit& visit) {
  for (const bool is_words : {false, true})
    for (std::size_t i = 0; i < columns.size(); ++i)
      if ((columns[i].longest_word > 0) == is_words) visit(i);
}

/// The columns as data sets, compressed where they are long.
void add_sheet(hid_t place, const Sheet& sheet) {
  const hsize_t rows = sheet.rows();
  for_each_column(sheet.columns, [&](std::size_t i) {
    const std::size_t width = width_of(sheet, i);
    const Handle space(H5Screate_simple(1, &rows, nullptr), H5Sclose), type = type_of(width);
    const Handle properties = timeless();
    if (rows >= block_size && H5Zfilter_avail(H5Z_FILTER_DEFLATE) > 0) compress(properties);
    const Handle data = make_column(place, sheet.columns[i], type, space, properties);
    if (rows > 0) check(H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, ColumnValues(sheet, i, width).data()));
  });
}

/// A column that takes more and more rows.
class GrowingColumn {
 public:
  GrowingColumn(hid_t place, const Column& column) : width_(column.longest_word), type_(type_of(width_)) {
    constexpr hsize_t none = 0, any = H5S_UNLIMITED;
    const Handle space(H5Screate_simple(1, &none, &any), H5Sclose);
    const Handle properties = timeless();
    compress(properties);
    data_.emplace(make_column(place, column, type_, space, properties));
  }
  void append(const Sheet& sheet, std::size_t column) {
    const hsize_t start = rows_, count = sheet.rows();
    rows_ += count;
    check(H5Dset_extent(*data_, &rows_));
    const Handle whole(H5Dget_space(*data_), H5Sclose), part(H5Screate_simple(1, &count, nullptr), H5Sclose);
    check(H5Sselect_hyperslab(whole, H5S_SELECT_SET, &start, nullptr, &count, nullptr));
    check(H5Dwrite(*data_, type_, part, whole, H5P_DEFAULT, ColumnValues(sheet, column, width_).data()));
  }

 private:
  std::size_t width_;
  Handle type_;
  std::optional<Handle> data_;
  hsize_t rows_ = 0;
};

// ---- files

/// Writes the facts of a run as attributes.
void add_summary(hid_t root, const RunSummary& summary, const std::string& title) {
  add_attribute(root, "title", title);
  add_attribute(root, "dryslip_version", version);
  for (const auto& [name, value] : summary.facts) std::visit(AttributeCell{root, std::string(name)}, value);
}

void add_events(hid_t root, const Sheet& events) {
  const Handle group(H5Gcreate2(root, "events", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
  add_sheet(group, events);
}

/// Turns off the library's own messages.
void silence_library() { check(H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr)); }

/// The bytes of a file that is made in memory.
template <class Fill>
std::string bytes_of(const Fill& fill) {
  silence_library();
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  constexpr std::size_t growth = std::size_t{1} << 20;
  constexpr hbool_t no_file = 0;
  check(H5Pset_fapl_core(access, growth, no_file));
  const Handle file(H5Fcreate("dryslip.h5", H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose);
  fill(static_cast<hid_t>(file));
  check(H5Fflush(file, H5F_SCOPE_GLOBAL));
  const ssize_t size = H5Fget_file_image(file, nullptr, 0);
  if (size < 0) check(-1);
  std::string bytes(static_cast<std::size_t>(size), '\0');
  if (H5Fget_file_image(file, bytes.data(), bytes.size()) < 0) check(-1);
  return bytes;
}

}  // namespace

bool has_hdf5() { return true; }

std::string hdf5_bytes(const Sheet& sheet) {
  return bytes_of([&](hid_t root) { add_sheet(root, sheet); });
}

struct Hdf5RunFile::GrowingColumns {
  Handle file;
  std::vector<GrowingColumn> columns;  ///< in the order of for_each_column()
};

Hdf5RunFile::Hdf5RunFile(std::string file, std::string title) : file_(std::move(file)), title_(std::move(title)) {}

Hdf5RunFile::~Hdf5RunFile() {
  if (!growing_) return;
  // given up: HDF5 1.10 crashes at the end of the program where it could not write all it has, as on a full disk; so it gets room
  std::error_code ignored;
  std::filesystem::resize_file(file_, 0, ignored);
}

void Hdf5RunFile::begin(std::vector<Column> columns) { block_.columns = std::move(columns); }

void Hdf5RunFile::add(std::span<const Cell> row) {
  if (block_.rows() == block_size) write_block();
  block_.cells.insert(block_.cells.end(), row.begin(), row.end());
}

void Hdf5RunFile::write_block() {
  if (!growing_) {
    silence_library();
    growing_.reset(
        new GrowingColumns{{H5Fcreate(file_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose}, {}});
    for_each_column(block_.columns,
                    [&](std::size_t i) { growing_->columns.emplace_back(growing_->file, block_.columns[i]); });
  }
  std::size_t place = 0;
  for_each_column(block_.columns, [&](std::size_t i) { growing_->columns[place++].append(block_, i); });
  block_.cells.clear();
}

void Hdf5RunFile::finish(const RunSummary& summary) {
  if (growing_) {
    write_block();
    add_summary(growing_->file, summary, title_);
    add_events(growing_->file, summary.events);
    check(H5Fflush(growing_->file, H5F_SCOPE_GLOBAL));
    growing_.reset();
    return;
  }
  const std::string bytes = bytes_of([&](hid_t root) {
    add_summary(root, summary, title_);
    add_sheet(root, block_);
    add_events(root, summary.events);
  });
  std::ofstream file(file_, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) throw Hdf5Error("HDF5 cannot write this file");
}

#else

namespace {

[[noreturn]] void refuse() { throw Hdf5Error("this dryslip is built without HDF5: write .csv or .json"); }

}  // namespace

bool has_hdf5() { return false; }
std::string hdf5_bytes(const Sheet&) { refuse(); }

struct Hdf5RunFile::GrowingColumns {};
Hdf5RunFile::Hdf5RunFile(std::string, std::string) { refuse(); }
Hdf5RunFile::~Hdf5RunFile() = default;
void Hdf5RunFile::begin(std::vector<Column>) {}
void Hdf5RunFile::add(std::span<const Cell>) {}
void Hdf5RunFile::finish(const RunSummary&) {}

#endif

}  // namespace dryslip
