#include "python/runs.hpp"

namespace dryslip::python {
namespace {

struct CellObject {
  nb::object operator()(std::monostate) const { return nb::none(); }
  nb::object operator()(double value) const { return nb::float_(value); }
  nb::object operator()(long value) const { return nb::int_(value); }
  nb::object operator()(bool value) const { return nb::bool_(value); }
  nb::object operator()(std::string_view value) const { return nb::str(value.data(), value.size()); }
};

nb::object object_of(const Cell& cell) { return std::visit(CellObject{}, cell); }

bool holds_words(const Column& column) { return column.longest_word > 0; }

}  // namespace

ColumnArrays::ColumnArrays(std::vector<Column> columns, std::size_t rows)
    : columns_(std::move(columns)), values_(columns_.size()) {
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (!holds_words(columns_[i])) values_[i].numbers = new_array({rows});
}

void ColumnArrays::add(std::span<const Cell> row) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (holds_words(columns_[i]))
      values_[i].words.append(object_of(row[i]));
    else
      values_[i].numbers.values[next_] = number_in(row[i]);
  }
  ++next_;
}

nb::dict ColumnArrays::parts(const RunSummary& summary, nb::object events) const {
  nb::dict columns, words, parts;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const char* name = columns_[i].name.c_str();
    if (holds_words(columns_[i]))
      words[name] = values_[i].words;
    else
      columns[name] = values_[i].numbers.array;
  }
  parts["columns"] = columns;
  parts["words"] = words;
  parts["events"] = events;
  parts["reason"] = "";
  for (const auto& [name, value] : summary.facts) parts[nb::str(name.data(), name.size())] = object_of(value);
  return parts;
}

}  // namespace dryslip::python
