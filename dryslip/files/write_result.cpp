#include "dryslip/files/write_result.hpp"

#include "dryslip/files/write_record.hpp"
#include "dryslip/files/write_sheet.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip {
namespace {

/// One term of a set of loads, moved by the base.
struct TermWriter {
  ResultSink& sink;
  FrictionLoad base;

  void operator()(const LoadEllipse& ellipse) const {
    sink.member("type", "ellipse");
    sink.key("center");
    write(base, sink);
    sink.list("semi_axes", ellipse.semi_axes, [&](const FrictionLoad& axis) { write(axis, sink); });
    const auto [low, high] = ellipse.first_range;
    if (low > -1.0 || high < 1.0) sink.member("first_range", low, high);
  }
  void operator()(const LoadSegment& segment) const {
    sink.member("type", "segment");
    loads("ends", segment.ends);
  }
  void operator()(const LoadPolygon& polygon) const {
    sink.member("type", "polygon");
    loads("vertices", polygon.vertices);
  }

 private:
  template <class Loads>
  void loads(const char* name, const Loads& all) const {
    sink.list(name, all, [&](const FrictionLoad& load) { write(base + load, sink); });
  }
};

/// The members of a set of several points.
struct PointSetWriter {
  ResultSink& sink;

  void operator()(NoPoint) const {}
  void operator()(Vec2) const {}
  void operator()(const SegmentOfPoints& segment) const {
    sink.member("type", "segment");
    ends(segment.ends);
  }
  void operator()(const RayOfPoints& ray) const {
    sink.member("type", "ray");
    sink.member("end", ray.end);
    sink.member("direction", ray.direction);
  }
  void operator()(const HalfPlaneOfPoints& half) const {
    sink.member("type", "half_plane");
    sink.member("point", half.point);
    sink.member("inward", half.inward);
  }
  void operator()(const LineOfPoints& line) const {
    sink.member("type", "line");
    sink.member("point", line.point);
    sink.member("direction", line.direction);
  }
  void operator()(const StripOfPoints& strip) const {
    sink.member("type", "strip");
    ends(strip.ends);
    sink.member("direction", strip.direction);
  }
  void operator()(const RegionOfPoints& region) const {
    sink.member("type", "region");
    sink.list("outline", region.outline, [&](Vec2 r) { sink.place(r); });
  }
  void operator()(WholePlane) const { sink.member("type", "plane"); }

 private:
  void ends(const Vec2 (&points)[2]) const {
    sink.key("ends");
    sink.begin_tuple();
    for (const Vec2 r : points) sink.place(r);
    sink.end_tuple();
  }
};

}  // namespace

void append_numbers(std::string& text, std::span<const double> values, char separator) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += separator;
    append_number(text, values[i]);
  }
  text += '\n';
}

void write(const FrictionLoad& load, ResultSink& sink) { write_value(load, sink); }

void write(const Twist& motion, ResultSink& sink) { write_value(motion, sink); }

void write(const LoadSet& set, ResultSink& sink) {
  sink.begin_object();
  if (set.is_all) {
    sink.member("type", "all");
  } else if (set.terms.empty()) {
    sink.member("type", "point");
    sink.key("load");
    write(set.base, sink);
  } else if (set.terms.size() == 1) {
    std::visit(TermWriter{sink, set.base}, set.terms[0]);
  } else {
    sink.member("type", "sum");
    FrictionLoad base = set.base;
    sink.objects("terms", set.terms, [&](const LoadSetTerm& term) {
      std::visit(TermWriter{sink, base}, term);
      base = {};
    });
  }
  sink.end_object();
}

void write(const PointSet& set, ResultSink& sink) {
  if (std::holds_alternative<NoPoint>(set)) return sink.word("none");
  if (const auto* point = std::get_if<Vec2>(&set)) return sink.place(*point);
  sink.begin_object();
  sink.member("point", point_of(set));
  sink.object("set", [&] { std::visit(PointSetWriter{sink}, set); });
  sink.end_object();
}

void write(const LoadAnswer& answer, ResultSink& sink) {
  sink.begin_object();
  write_members(answer, sink);
  if (!answer.state.converged) sink.member("converged", false);
  if (answer.set) {
    sink.key("set");
    write(*answer.set, sink);
  }
  sink.end_object();
}

void write(const MotionAnswer& answer, ResultSink& sink) {
  sink.begin_object();
  write_members(answer, sink);
  if (answer.model_error > 0.0) sink.member("model_error", answer.model_error);
  const std::vector<Twist>& motions = answer.found.motions;
  if (!motions.empty()) {
    sink.object("set", [&] {
      sink.member("type", motions.size() == 2 ? "fan" : "cone");
      sink.list("motions", motions, [&](const Twist& V) { write(V, sink); });
    });
  }
  if (answer.carries_nothing()) sink.member("remark", "friction does not resist this load");
  if (!answer.found.converged) sink.member("converged", false);
  sink.end_object();
}

void write(const MomentAnswer& answer, ResultSink& sink) {
  sink.begin_object();
  write_members(answer, sink);
  sink.end_object();
}

void write(std::span<const MomentContour> contours, ResultSink& sink) {
  sink.begin_object();
  sink.objects("contours", contours, [&](const MomentContour& contour) {
    sink.list("lines", contour.lines, [&](const std::vector<Vec2>& line) {
      sink.begin_list();
      for (const Vec2 r : line) sink.place(r);
      sink.end_list();
    });
    sink.member("moment", contour.moment);
  });
  sink.end_object();
}

void write(const SpecialPoints& points, ResultSink& sink) {
  sink.begin_object();
  sink.member("center_of_pressure", points.center_of_pressure);
  sink.key("center_of_friction");
  write(points.center_of_friction, sink);
  sink.key("center_of_twist");
  write(points.center_of_twist, sink);
  sink.member("least_moment", points.least_moment);
  sink.end_object();
}

}  // namespace dryslip
