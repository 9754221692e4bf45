// Two castors: their limit curves at an instant and after they have turned, drawn to a file.
#include <dryslip/drawing/draw_castor.hpp>
#include <fstream>

int main(int argc, char** argv) {
  const dryslip::CrookedCastor crooked{.arm = {.length = 0.03, .bend = 0.6}, .axle = 0.2, .mu = 0.5};
  const dryslip::InlineCastor in_line{.length = 0.03, .rubbing = {"0.25+0.1*cos(2*phi)", {"phi"}}};
  std::ofstream file(argc > 1 ? argv[1] : "castor.svg");
  file << dryslip::draw_castor(crooked, in_line, 1.0);
  return file ? 0 : 1;
}
