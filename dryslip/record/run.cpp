#include "dryslip/record/run.hpp"

#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip {

void check_number_of_rows(double duration, double output_step) {
  constexpr double most = 1e8;  // some ten gigabytes
  const double rows = duration / output_step;
  if (rows > most)
    throw InvalidInput("run.output_step",
                       number_text(output_step) + ": gives " + number_text(rows, 3) + " rows: at most 1e8 are written");
}

}  // namespace dryslip
