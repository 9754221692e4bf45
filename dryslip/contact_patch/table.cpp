#include "dryslip/contact_patch/table.hpp"

namespace dryslip {

bool is_at_rest(const Table& table) {
  return table.omega.constant_value() == 0.0 && table.velocity[0].constant_value() == 0.0 &&
         table.velocity[1].constant_value() == 0.0;
}

}  // namespace dryslip
