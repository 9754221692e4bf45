#include "dryslip/drawing/draw_forward_answer.hpp"

#include "dryslip/drawing/draw_forward.hpp"

namespace dryslip {

std::string draw_forward_answer(const ForwardAnswer& answer, const std::string& title) {
  struct Drawer {
    const std::string& title;
    std::string operator()(const JointAnswer& joint) const { return draw_joint_graph(joint, title); }
    std::string operator()(const ScrewAnswer& screw) const {
      return draw_joint_graph(screw.as_joint, title, {{"acceleration", "rad/s²"}, {"tau", "N m"}});
    }
    std::string operator()(const MechanismAnswer& mechanism) const { return draw_constraint_lines(mechanism, title); }
  };
  return std::visit(Drawer{title}, answer.of);
}

}  // namespace dryslip
