#include "python/result_objects.hpp"

#include <utility>

namespace dryslip::python {

void PythonObjects::add(nb::object value) {
  if (open_.empty()) {
    result_ = std::move(value);
  } else if (nb::isinstance<nb::list>(open_.back())) {
    nb::borrow<nb::list>(open_.back()).append(value);
  } else {
    open_.back()[keys_.back()] = value;
    keys_.pop_back();
  }
}

void PythonObjects::end_tuple() {
  nb::object value = nb::tuple(open_.back());
  open_.pop_back();
  add(std::move(value));
}

void PythonObjects::end() {
  nb::object value = std::move(open_.back());
  open_.pop_back();
  add(std::move(value));
}

}  // namespace dryslip::python
