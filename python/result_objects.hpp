#pragma once

#include <vector>

#include "dryslip/files/write_result.hpp"
#include "python/arrays.hpp"

namespace dryslip::python {

/// An answer as dicts and lists, as the command line's JSON reads.
class PythonObjects : public ResultSink {
 public:
  void begin_object() override { open_.push_back(nb::dict()); }
  void end_object() override { end(); }
  void begin_list() override { open_.push_back(nb::list()); }
  void end_list() override { end(); }
  void begin_tuple() override { begin_list(); }
  void end_tuple() override;
  void key(std::string_view name) override { keys_.push_back(nb::str(name.data(), name.size())); }
  void finite_number(double value) override { add(nb::float_(value)); }
  void count(std::size_t value) override { add(nb::int_(value)); }
  void word(std::string_view value) override { add(nb::str(value.data(), value.size())); }
  void flag(bool value) override { add(nb::bool_(value)); }
  void nothing() override { add(nb::none()); }

  /// The outermost object, when it has ended.
  nb::object result() const { return result_; }

 private:
  void add(nb::object value);
  void end();

  std::vector<nb::object> open_;  // objects and lists that have not ended
  std::vector<nb::object> keys_;  // of those that wait for their value
  nb::object result_;
};

/// An answer that the library can write.
template <class Answer>
nb::object object_of(const Answer& answer) {
  PythonObjects objects;
  write(answer, objects);
  return objects.result();
}

}  // namespace dryslip::python
