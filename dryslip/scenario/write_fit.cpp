#include "dryslip/scenario/write_fit.hpp"

#include <span>

#include "dryslip/files/write_record.hpp"
#include "dryslip/friction_load/load_records.hpp"

namespace dryslip {
namespace {

template <class T>
void write_member(ResultSink& sink, const char* name, const T& value) {
  sink.key(name);
  write_value(value, sink);
}

void write_error(ResultSink& sink, const FittedModel& fitted) {
  const ModelError& error = fitted.error;
  sink.member("max_error", error.largest);
  sink.member("rms_error", error.rms);
  write_member(sink, "max_error_at", error.largest_at);
  sink.member("dissipation_error", error.dissipation);
  sink.member("gauge_error", error.gauge);
  sink.member("center_of_rotation_error", error.center_of_rotation);
  sink.member("dissipates", error.least_power > 0.0);
  sink.member("least_power_ratio", error.least_power);
  sink.member("is_gradient", fitted.model->has_potential());
  sink.member("distance_from_gradient", error.asymmetry);
}

void write_members(ResultSink& sink, const RatedModel& model) {
  const FittedModel& fitted = model.fitted;
  sink.member("model", word_of(fitted.kind));
  sink.member("variant", fitted.variant);
  sink.object("parameters", [&] {
    for (const auto& [name, value] : fitted.parameters) sink.member(name, value);
  });
  write_member(sink, "frame", fitted.frame);
  write_error(sink, fitted);
  if (fitted.convexity) sink.member("convexity_certificate", *fitted.convexity);
  if (fitted.pade) {
    sink.member("region", "unit circle of (|v|/radius, omega), all directions");
    write_member(sink, "T", fitted.pade->T);
    write_member(sink, "M", fitted.pade->M);
    sink.member("least_power", fitted.pade->least_power);
  }
  sink.member("nanoseconds", model.cost.one_by_one);
  sink.member("nanoseconds_in_batch", model.cost.in_batch);
  sink.member("converged", is_converged(fitted));
}

}  // namespace

void write(const RatedModel& model, ResultSink& sink) {
  sink.begin_object();
  write_members(sink, model);
  sink.end_object();
}

void write(const FitAnswer& answer, ResultSink& sink) {
  const std::span<const RatedModel> models(answer.models);
  const auto add = [&](const RatedModel& model) { write(model, sink); };
  sink.begin_object();
  if (!answer.kind) {
    sink.list("models", models, add);
  } else {
    write_members(sink, models[1]);
    sink.key("exact");
    write(models[0], sink);
    sink.list("variants", models.subspan(2), add);
  }
  sink.end_object();
}

}  // namespace dryslip
