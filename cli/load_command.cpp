#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>
#include <vector>

#include "cli/commands.hpp"
#include "cli/convergence_report.hpp"
#include "cli/scenario_input.hpp"
#include "cli/table_stream.hpp"
#include "dryslip/files/write_result.hpp"
#include "dryslip/friction_load/friction_model.hpp"
#include "dryslip/record/decimal_number.hpp"

namespace dryslip::cli {
namespace {

/// P·V, kept finite where a huge twist would overflow on the way.
double finite_power(const FrictionLoad& P, const Twist& V) {
  constexpr double largest = std::numeric_limits<double>::max();
  const double value = power(P, V);
  if (std::isfinite(value)) return value;
  const double size = std::max({std::abs(V.velocity.x), std::abs(V.velocity.y), std::abs(V.omega)});
  const double scaled = power(P, Twist{{V.velocity.x / size, V.velocity.y / size}, V.omega / size});
  return std::clamp(scaled * size, -largest, largest);
}

/// Answers blocks of twists with the load of each.
class LoadTable {
 public:
  LoadTable(const FrictionModel& model, const Scenario& scenario) : model_(model), report_(scenario.load_tolerance) {}

  void append_csv(const CsvRows& rows, std::string& text) {
    read_twists(rows);
    find_loads();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const FrictionLoad& P = loads_[i];
      text += rows.text_of(i);
      for (const double value : {P.force.x, P.force.y, P.moment, finite_power(P, twists_[i])}) {
        text += ',';
        append_number(text, value);
      }
      text += model_.is_unique(twists_[i]) ? ",1\n" : ",0\n";
    }
  }

  void append_json(const CsvRows& rows, std::string& text) {
    read_twists(rows);
    for (const Twist& V : twists_) {
      const FrictionState state = model_.state(V);
      report_.add(state);
      const bool unique = model_.is_unique(V);
      text += ",\n{";
      append_json_member(text, "vx", V.velocity.x);
      append_json_member(text, "vy", V.velocity.y);
      append_json_member(text, "omega", V.omega);
      append_json_member(text, "fx", state.load.force.x);
      append_json_member(text, "fy", state.load.force.y);
      append_json_member(text, "moment", state.load.moment);
      append_json_member(text, "power", finite_power(state.load, V));
      append_json_member(text, "unique", unique ? 1.0 : 0.0);
      append_json_member(text, "error_bound", state.error_bound);
      if (!state.converged) text += ",\"converged\":false";
      if (!unique) {
        text += ",\"set\":";
        dryslip::append_json(text, model_.load_set(V));
      }
      text += '}';
    }
  }

  const ConvergenceReport& report() const { return report_; }

 private:
  void read_twists(const CsvRows& rows) {
    twists_.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) twists_[i] = {{rows.value(i, 0), rows.value(i, 1)}, rows.value(i, 2)};
  }

  /// All at once where the load has a closed form; one by one, with its error bound, where it is integrated.
  void find_loads() {
    loads_.resize(twists_.size());
    if (model_.is_closed_form()) {
      model_.loads(twists_, loads_);
      return;
    }
    for (std::size_t i = 0; i < twists_.size(); ++i) {
      const FrictionState state = model_.state(twists_[i]);
      report_.add(state);
      loads_[i] = state.load;
    }
  }

  const FrictionModel& model_;
  ConvergenceReport report_;
  std::vector<Twist> twists_;
  std::vector<FrictionLoad> loads_;
};

}  // namespace

Outcome load_command(const LoadOptions& options, const Streams& streams) {
  const Scenario scenario = read_contact_scenario(options.scenario, streams);
  const auto model = contact_of(scenario).model();
  LoadTable loads(*model, scenario);
  stream_table({.input = options.twists,
                .columns = {"vx", "vy", "omega"},
                .header = "vx,vy,omega,fx,fy,moment,power,unique",
                .answer =
                    [&](const CsvRows& rows, std::string& text) {
                      options.json ? loads.append_json(rows, text) : loads.append_csv(rows, text);
                    }},
               options, streams);
  report_stand_in(scenario, model->model_error(), options, streams);
  return loads.report().outcome(streams.messages);
}

}  // namespace dryslip::cli
