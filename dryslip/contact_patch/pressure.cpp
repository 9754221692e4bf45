#include "dryslip/contact_patch/pressure.hpp"

namespace dryslip {
namespace {

struct NameOf {
  const char* operator()(const UniformPressure&) const { return "uniform"; }
  const char* operator()(const LinearPressure&) const { return "linear"; }
  const char* operator()(const HertzPressure&) const { return "hertz"; }
  const char* operator()(const PunchPressure&) const { return "punch"; }
  const char* operator()(const ExpressionPressure&) const { return "expression"; }
  const char* operator()(const GridPressure&) const { return "grid"; }
};

}  // namespace

const char* name_of(const Pressure& pressure) { return std::visit(NameOf{}, pressure); }

}  // namespace dryslip
