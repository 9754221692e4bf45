#include <optional>
#include <ostream>

#include "cli/answer_stream.hpp"
#include "cli/commands.hpp"
#include "cli/scenario_input.hpp"
#include "dryslip/files/write_result.hpp"
#include "dryslip/limit_surface/eigen_directions.hpp"

namespace dryslip::cli {
namespace {

/// The metric of the slider for Kardan's criterion; none for the exact one.
std::optional<Mat3> metric_of(const Scenario& scenario, const MotionOptions& options) {
  using Criterion = SliderRunOptions::StickCriterion;
  if (value_of_word<Criterion>(options.criterion, "--criterion") == Criterion::Exact) return std::nullopt;
  const Slider body = slider_of(scenario, "--criterion CA");
  return kinetic_metric(body.mass, body.inertia, body.center_of_mass);
}

/// Counts rows that deserve a message.
struct RowCount {
  std::size_t count = 0, first = 0;
  void add(std::size_t row) {
    if (++count == 1) first = row;
  }
};

class MotionReport {
 public:
  void add(const MotionAnswer& answer) {
    ++rows_;
    if (!answer.found.converged) missed_.add(rows_);
    if (answer.carries_nothing()) bare_.add(rows_);
  }

  Outcome outcome(std::ostream& messages, bool quiet) const {
    if (bare_.count > 0 && !quiet) {
      messages << "remark: friction does not resist " << bare_.count << " of the loads (first: row " << bare_.first
               << "); factor 0\n";
    }
    if (missed_.count == 0) return Outcome::Done;
    messages << "not converged: " << missed_.count << " of " << rows_
             << " factors miss the certificate of 1e-10, first row " << missed_.first << "\n";
    return Outcome::NotConverged;
  }

 private:
  std::size_t rows_ = 0;
  RowCount missed_, bare_;
};

}  // namespace

Outcome motion_command(const MotionOptions& options, const Streams& streams) {
  const Scenario scenario = read_contact_scenario(options.scenario, streams);
  const Contact contact = contact_of(scenario);
  fit_surrogate(contact, Coefficient::Static, options, streams);
  const auto surface = contact.surface(Coefficient::Static);
  const std::optional<Mat3> metric = metric_of(scenario, options);
  MotionReport report;
  const auto ask = [&](std::span<const FrictionLoad> loads, std::span<MotionAnswer> answers) {
    for (std::size_t i = 0; i < loads.size(); ++i) {
      answers[i] = motion_answer(*surface, loads[i], metric);
      report.add(answers[i]);
    }
  };
  stream_answers<FrictionLoad, MotionAnswer>(options.loads, Repeat::Nothing, ask, options, streams);
  report_surrogate(scenario, surface->model().model_error(), options, streams);
  return report.outcome(streams.messages, options.quiet);
}

}  // namespace dryslip::cli
