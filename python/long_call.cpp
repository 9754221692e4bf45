#include "python/long_call.hpp"

namespace dryslip::python {
namespace {

constexpr std::chrono::milliseconds patience{50};  // between two looks: unseen by a person, cheap for the work

}  // namespace

LongCall::LongCall(nb::handle progress, const char* label, std::optional<double> total)
    : bar_(nb::none()), close_(nb::none()), total_(total), next_(Clock::now() + patience) {
  if (!progress.is_valid() || progress.is_none() || progress.ptr() == Py_False) return;
  if (progress.ptr() != Py_True) {
    bar_ = nb::borrow(progress);
    return;
  }
  const nb::object bar = nb::module_::import_("dryslip._progress").attr("Bar")(label);
  bar_ = bar.attr("show");
  close_ = bar.attr("close");
}

LongCall::~LongCall() {
  if (close_.is_none()) return;
  try {
    close_();
  } catch (nb::python_error& error) {
    error.discard_as_unraisable("closing a progress bar");
  }
}

void LongCall::reached(double done) {
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + patience;
  look(done);
}

void LongCall::look(double done) {
  const nb::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
  if (bar_.is_none()) return;
  total_ ? bar_(done / *total_) : bar_(nb::none());
}

}  // namespace dryslip::python
