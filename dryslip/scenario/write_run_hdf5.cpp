#include "dryslip/scenario/write_run_hdf5.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "dryslip/scenario/write_run.hpp"
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
    if (id_ < 0) throw std::runtime_error("HDF5 cannot make this file");
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
  if (status < 0) throw std::runtime_error("HDF5 cannot write this file");
}

/// Text of one length, filled up with zeros.
Handle text_type(std::size_t longest) {
  const hid_t type = H5Tcopy(H5T_C_S1);
  check(H5Tset_size(type, std::max<std::size_t>(longest, 1)));
  check(H5Tset_strpad(type, H5T_STR_NULLPAD));
  check(H5Tset_cset(type, H5T_CSET_UTF8));
  return {type, H5Tclose};
}

void add_attribute(hid_t place, const char* name, hid_t type, const void* value) {
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle attribute(H5Acreate2(place, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  check(H5Awrite(attribute, type, value));
}
void add_attribute(hid_t place, const char* name, const std::string& text) {
  add_attribute(place, name, text_type(text.size()), text.empty() ? "\0" : text.data());
}
void add_attribute(hid_t place, const char* name, int value) { add_attribute(place, name, H5T_NATIVE_INT, &value); }

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

/// A column, compressed where it is long.
void add_column(hid_t place, const std::string& name, const std::string& unit, hid_t type, hsize_t rows,
                const void* values) {
  const Handle space(H5Screate_simple(1, &rows, nullptr), H5Sclose);
  const Handle properties = timeless();
  if (rows >= block_size && H5Zfilter_avail(H5Z_FILTER_DEFLATE) > 0) compress(properties);
  const Handle data(H5Dcreate2(place, name.c_str(), type, space, H5P_DEFAULT, properties, H5P_DEFAULT), H5Dclose);
  if (rows > 0) check(H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
  if (!unit.empty()) add_attribute(data, "unit", unit);
}

void add_numbers(hid_t place, const std::string& name, const std::string& unit, const std::vector<double>& values) {
  add_column(place, name, unit, H5T_NATIVE_DOUBLE, values.size(), values.data());
}

void add_words(hid_t place, const std::string& name, const std::vector<std::string>& words) {
  std::size_t longest = 1;
  for (const std::string& word : words) longest = std::max(longest, word.size());
  std::string text;
  for (const std::string& word : words) text += word + std::string(longest - word.size(), '\0');
  add_column(place, name, "", text_type(longest), words.size(), text.data());
}

template <class Event>
void add_events(hid_t place, const std::vector<Event>& events) {
  std::vector<double> times;
  std::vector<std::string> from, to, causes;
  for (const Event& event : events) {
    times.push_back(event.t);
    from.push_back(event.from ? word_of(*event.from) : "");
    to.push_back(word_of(event.to));
    causes.push_back(word_of(event.cause));
  }
  add_numbers(place, "t", "s", times);
  add_words(place, "from", from);
  add_words(place, "to", to);
  add_words(place, "cause", causes);
}

/// What a run says of itself.
template <class Run>
void add_attributes(hid_t root, const Run& run, const std::string& title) {
  add_attribute(root, "title", title);
  add_attribute(root, "dryslip_version", std::string(version));
  add_attribute(root, "outcome", std::string(word_of(run.outcome)));
  add_attribute(root, "converged", is_converged(run.outcome) ? 1 : 0);
  add_attribute(root, "steps", run.steps);
  const RunRemark remark = remark_of(run);
  add_attribute(root, remark.name, H5T_NATIVE_DOUBLE, &remark.value);
  if (!run.reason.empty()) add_attribute(root, "reason", run.reason);
}

template <class Event>
void add_event_group(hid_t root, const std::vector<Event>& events) {
  const Handle group(H5Gcreate2(root, "events", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
  add_events(group, events);
}

template <class Run>
void add_run(hid_t root, const Run& run, const std::string& title) {
  add_attributes(root, run, title);
  std::vector<double> values(run.samples.size());
  for (const auto& column : run_columns(run)) {
    std::transform(run.samples.begin(), run.samples.end(), values.begin(), column.value);
    add_numbers(root, column.name, column.unit, values);
  }
  std::vector<std::string> modes;
  for (const auto& row : run.samples) modes.push_back(word_of(row.mode));
  add_words(root, "mode", modes);
  add_event_group(root, run.events);
}

/// Its own messages are not ours.
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

std::string hdf5_bytes(const SliderRun& run, const std::string& title) {
  return bytes_of([&](hid_t root) { add_run(root, run, title); });
}

std::string hdf5_bytes(const BallRun& run, const std::string& title) {
  return bytes_of([&](hid_t root) { add_run(root, run, title); });
}
std::string hdf5_bytes(const std::vector<SliderEvent>& events) {
  return bytes_of([&](hid_t root) { add_events(root, events); });
}
std::string hdf5_bytes(const std::vector<BallEvent>& events) {
  return bytes_of([&](hid_t root) { add_events(root, events); });
}

namespace {

/// A column that takes more and more rows.
class GrowingColumn {
 public:
  GrowingColumn(hid_t place, const std::string& name, const std::string& unit, hid_t type)
      : type_(H5Tcopy(type), H5Tclose) {
    constexpr hsize_t none = 0, any = H5S_UNLIMITED;
    const Handle space(H5Screate_simple(1, &none, &any), H5Sclose);
    const Handle properties = timeless();
    compress(properties);
    data_.emplace(H5Dcreate2(place, name.c_str(), type_, space, H5P_DEFAULT, properties, H5P_DEFAULT), H5Dclose);
    if (!unit.empty()) add_attribute(*data_, "unit", unit);
  }
  void append(hsize_t rows, const void* values) {
    const hsize_t start = rows_, count = rows;
    rows_ += rows;
    check(H5Dset_extent(*data_, &rows_));
    const Handle whole(H5Dget_space(*data_), H5Sclose), part(H5Screate_simple(1, &count, nullptr), H5Sclose);
    check(H5Sselect_hyperslab(whole, H5S_SELECT_SET, &start, nullptr, &count, nullptr));
    check(H5Dwrite(*data_, type_, part, whole, H5P_DEFAULT, values));
  }

 private:
  Handle type_;
  std::optional<Handle> data_;
  hsize_t rows_ = 0;
};

constexpr std::size_t longest_mode = 5;  // stick, pivot

}  // namespace

template <class Run>
struct Hdf5RunFile<Run>::GrowingColumns {
  Handle file;
  std::vector<GrowingColumn> numbers;
  std::optional<GrowingColumn> modes;
};

template <class Run>
Hdf5RunFile<Run>::Hdf5RunFile(std::string file, std::vector<BasicRunColumn<Sample>> columns)
    : file_(std::move(file)), columns_(std::move(columns)) {
  block_.reserve(block_size);
}

template <class Run>
Hdf5RunFile<Run>::~Hdf5RunFile() {
  if (!growing_) return;
  // given up: HDF5 1.10 crashes at the end of the program where it could not write all it has, as on a full disk; so it gets room
  std::error_code ignored;
  std::filesystem::resize_file(file_, 0, ignored);
}

template <class Run>
void Hdf5RunFile<Run>::add(const Sample& row) {
  if (block_.size() == block_size) write_block();
  block_.push_back(row);
}

template <class Run>
void Hdf5RunFile<Run>::write_block() {
  if (!growing_) {
    silence_library();
    growing_.reset(
        new GrowingColumns{{H5Fcreate(file_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose}, {}, {}});
    growing_->numbers.reserve(columns_.size());
    for (const auto& column : columns_)
      growing_->numbers.emplace_back(growing_->file, column.name, column.unit, H5T_NATIVE_DOUBLE);
    growing_->modes.emplace(growing_->file, "mode", "", text_type(longest_mode));
  }
  std::vector<double> values(block_.size());
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    std::transform(block_.begin(), block_.end(), values.begin(), columns_[i].value);
    growing_->numbers[i].append(values.size(), values.data());
  }
  std::string words;
  for (const Sample& row : block_) {
    words += word_of(row.mode);
    words.resize(words.size() + longest_mode - std::string_view(word_of(row.mode)).size(), '\0');
  }
  growing_->modes->append(block_.size(), words.data());
  block_.clear();
}

template <class Run>
void Hdf5RunFile<Run>::finish(Run run, const std::string& title) {
  if (!growing_) {
    run.samples = std::move(block_);
    const std::string bytes = hdf5_bytes(run, title);
    std::ofstream file(file_, std::ios::binary | std::ios::trunc);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file) throw std::runtime_error("HDF5 cannot write this file");
    return;
  }
  write_block();
  add_attributes(growing_->file, run, title);
  add_event_group(growing_->file, run.events);
  check(H5Fflush(growing_->file, H5F_SCOPE_GLOBAL));
  growing_.reset();
}

template class Hdf5RunFile<SliderRun>;
template class Hdf5RunFile<BallRun>;

#else

namespace {

[[noreturn]] void refuse() { throw std::runtime_error("this dryslip is built without HDF5: write .csv or .json"); }

}  // namespace

bool has_hdf5() { return false; }
std::string hdf5_bytes(const SliderRun&, const std::string&) { refuse(); }
std::string hdf5_bytes(const BallRun&, const std::string&) { refuse(); }
std::string hdf5_bytes(const std::vector<SliderEvent>&) { refuse(); }
std::string hdf5_bytes(const std::vector<BallEvent>&) { refuse(); }

template <class Run>
struct Hdf5RunFile<Run>::GrowingColumns {};
template <class Run>
Hdf5RunFile<Run>::Hdf5RunFile(std::string, std::vector<BasicRunColumn<Sample>>) {
  refuse();
}
template <class Run>
Hdf5RunFile<Run>::~Hdf5RunFile() = default;
template <class Run>
void Hdf5RunFile<Run>::add(const Sample&) {}
template <class Run>
void Hdf5RunFile<Run>::finish(Run, const std::string&) {}
template class Hdf5RunFile<SliderRun>;
template class Hdf5RunFile<BallRun>;

#endif

}  // namespace dryslip
