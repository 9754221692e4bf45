#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <cstddef>
#include <optional>

#include "dryslip/record/progress.hpp"

namespace dryslip::python {

namespace nb = nanobind;

/// A call that may last: it runs without the interpreter lock, stops on Ctrl-C and shows how far it is.
class LongCall {
 public:
  /// `progress`: False, True for a bar (tqdm where it is installed, else one line on stderr), or a function that is given the
  /// part done. `total`: of what reached() counts.
  LongCall(nb::handle progress, const char* label, std::optional<double> total);
  ~LongCall();
  LongCall(const LongCall&) = delete;
  LongCall& operator=(const LongCall&) = delete;

  /// Called often, without the lock. Throws nb::python_error: KeyboardInterrupt, or what the progress function raises.
  void reached(double done);

  /// reached() as the library calls it, to go on always.
  Progress progress() {
    return [this](double done) {
      reached(done);
      return true;
    };
  }

  /// Does the work without the lock.
  template <class Work>
  auto run(const Work& work) {
    const nb::gil_scoped_release free;
    return work();
  }

 private:
  using Clock = std::chrono::steady_clock;
  void look(double done);

  nb::object bar_;  ///< function of the part done; None: nobody wants to know
  nb::object close_;
  std::optional<double> total_;
  Clock::time_point next_;
};

/// Calls visit(i) for each of `count` rows without the interpreter lock; only Ctrl-C stops it.
template <class Visit>
void for_each_row(const char* label, std::size_t count, const Visit& visit) {
  LongCall call(nb::none(), label, {});
  call.run([&] {
    for (std::size_t i = 0; i < count; ++i) {
      visit(i);
      call.reached(0.0);
    }
  });
}

}  // namespace dryslip::python
