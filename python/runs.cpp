#include "python/runs.hpp"

#include <cmath>

#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"
#include "dryslip/scenario/write_run.hpp"

namespace dryslip::python {

void require_finite(const char* key, std::initializer_list<double> values) {
  for (const double value : values)
    if (!std::isfinite(value)) throw InvalidInput(key, number_text(value) + ": must be a finite number");
}

void require_positive(const char* key, double value) {
  require_finite(key, {value});
  if (!(value > 0.0)) throw InvalidInput(key, number_text(value) + ": must be greater than 0");
}

void check_run_options(std::optional<double> duration, double output_step, double tolerance) {
  if (duration) require_positive("run.duration", *duration);
  require_positive("run.output_step", output_step);
  require_positive("run.tolerance", tolerance);
  if (!(tolerance >= 1e-15 && tolerance <= 0.1))
    throw InvalidInput("run.tolerance", number_text(tolerance) + ": must lie between 1e-15 and 0.1 [-]");
  if (duration) check_number_of_rows(*duration, output_step);
}

}  // namespace dryslip::python
