#include <Eigen/Cholesky>
#include <utility>

#include "dryslip/numerics/span_of_vectors.hpp"
#include "dryslip/slider/detail/held_supports.hpp"
#include "dryslip/slider/detail/slider_simulation.hpp"

namespace dryslip::detail {

namespace {

constexpr double no_slip = 1e-9;  // of a speed: what misses a kink by less is on it

}  // namespace

std::shared_ptr<const SliderSimulation::Hold> SliderSimulation::make_hold(std::vector<Held> held) const {
  auto result = std::make_shared<Hold>();
  result->held = std::move(held);
  std::vector<const SlipKink*> kinks;
  std::vector<std::shared_ptr<const FrictionModel>> parts;
  for (const Held& h : result->held) {
    const ContactElement& element = elements_[h.element];
    const SlipKink& kink = element.kinks[h.kink];
    kinks.push_back(&kink);
    result->rolling = result->rolling + kink.load;
    result->rests |= kink.is_rest();
    if (kink.line) result->lines.push_back(&*kink.line);
    // what rolls has the kinetic coefficient
    parts.push_back(friction_model(kink.is_rest() ? *element.at_rest_statically : kink.contact));
  }
  result->N = motions_on(kinks, G_);
  for (int i = 0; i < 3; ++i) result->freedom -= result->N.col(i).isZero(0.0) ? 1 : 0;
  result->across = Mat3::Identity() - G_ * result->N * result->N.transpose();
  if (result->freedom == 3 || result->freedom == 0) return result;
  // motions that it does not allow, across those that it does
  const Mat3 from_unit = G_.llt().matrixU().solve(Mat3::Identity()), to_unit = G_.llt().matrixU();
  std::vector<Eigen::Vector3d> free;
  for (int i = 0; i < 3; ++i) {
    if (!result->N.col(i).isZero(0.0)) free.push_back((to_unit * result->N.col(i)).normalized());
  }
  const auto others = complement_of_span(free);
  LoadLimits::Matrix motions(static_cast<Eigen::Index>(others.size()), 3);
  for (std::size_t i = 0; i < others.size(); ++i)
    motions.row(static_cast<Eigen::Index>(i)) = (from_unit * others[i]).transpose();
  result->limits.emplace(std::move(parts), motions, equations_.kinetic().scale());
  return result;
}

/// Holds these and the elements that do not move then either, but for those that are known to slip.
void SliderSimulation::set_hold(std::vector<Held> held, const ElementSectors& slipping) {
  std::sort(held.begin(), held.end());
  if (!held.empty()) {
    std::vector<const SlipKink*> kinks;
    for (const Held& h : held) kinks.push_back(&elements_[h.element].kinks[h.kink]);
    const Mat3 N = motions_on(kinks, G_);
    const Twist V = twist_of(slip_of(y_));
    std::vector<Held> all;
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      if (std::any_of(slipping.begin(), slipping.end(), [&](const auto& slip) { return slip.first == i; })) continue;
      const auto given = std::find_if(held.begin(), held.end(), [&](const Held& h) { return h.element == i; });
      const auto& its_kinks = elements_[i].kinks;
      // a point that rests no longer rolls
      for (std::size_t k = 0; k < its_kinks.size(); ++k) {
        const bool is_given = given != held.end();
        const bool holds =
            is_still(its_kinks[k], N, G_) && (its_kinks[k].is_rest() || (!is_given && its_kinks[k].is_ahead(V)));
        if (!holds && !(is_given && given->kink == k)) continue;
        all.push_back({i, k});
        break;
      }
    }
    held = std::move(all);
  }
  auto& made = holds_[held];
  if (!made) made = make_hold(held);
  hold_ = made;
  on_kink_.assign(elements_.size(), std::nullopt);
  for (const Held& h : hold().held) on_kink_[h.element] = h.kink;
  next_step_ = 0.0;
  forecast_ = {};
  if (hold().freedom == 1) fix_load();
}

/// Where one motion is left, friction depends on its sign only.
void SliderSimulation::fix_load() {
  const Vector3 n = hold().N.rowwise().sum();  // the only column that is not zero
  const double along = n.dot(G_ * slip_of(y_));
  sign_ = along < 0.0 ? -1.0 : 1.0;
  const Twist V = twist_of(sign_ * n);
  FrictionLoad sum = hold().rolling;
  if (const FrictionModel* rest = equations_.rest()) sum = sum + rest->load(V);
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    if (is_held(i)) continue;
    const ContactElement& element = elements_[i];
    if (element.is_point() && !element.sectors.empty()) sector_[i] = element.sector_of(element.slip(V));
    sum = sum + element.load(sector_[i], V);
  }
  for (const RollingLine* line : hold().lines) sum = sum + line->load(V);
  fixed_load_ = vector_of(sum);
}

void SliderSimulation::set_sectors() {
  loose_.assign(elements_.size(), {});
  const Twist V = twist_of(slip_of(y_));
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    if (!is_held(i) && elements_[i].is_point()) sector_[i] = elements_[i].sector_of(elements_[i].slip(V));
  }
}

double SliderSimulation::use_of_hold(const Motion& at) const {
  if (!at.held.allFinite()) return std::numeric_limits<double>::infinity();
  if (!hold().limits) return 0.0;
  double most = 0.0;
  for (std::size_t which = 0; which < reserve_count(); ++which)
    most = std::max(most, hold().limits->use(hold().limits->matrix() * (at.held + reserve(at.V, which))));
  return most;
}

// Of convex sets A ⊕ S(w) = {load: load + S(W − w) within A ⊕ S(W)}, S the forces along a line up to some size.
Vector3 SliderSimulation::reserve(const Vector3& V, std::size_t which) const {
  Vector3 sum = Vector3::Zero();
  for (std::size_t i = 0; i < hold().lines.size(); ++i) {
    const RollingLine& line = *hold().lines[i];
    const double less = line.most_reach() - line.reach(twist_of(V));
    sum += ((which >> i) % 2 == 0 ? less : -less) * vector_of(line.unit_load());
  }
  return sum;
}

MotionMode SliderSimulation::mode_of_hold() const { return hold().rests ? MotionMode::Pivot : MotionMode::Slip; }

MotionMode SliderSimulation::mode_of_kinks(const std::vector<Held>& held) const {
  const bool rests = std::any_of(held.begin(), held.end(),
                                 [&](const Held& h) { return elements_[h.element].kinks[h.kink].is_rest(); });
  return rests ? MotionMode::Pivot : MotionMode::Slip;
}

void SliderSimulation::note_change(const std::vector<Held>& before, SliderEvent::Cause cause, const Unknowns& at) {
  if (mode_of_hold() == mode_ && hold().held == before) return;
  begin(mode_of_hold(), cause);
  record_.run.events.back().t = at[0];
  record_.run.events.back().state = at[0] == 0.0 ? initial_ : state(at);
}

std::vector<SliderSimulation::Held> SliderSimulation::kinks_of(const Twist& V, double margin) const {
  const double speed = speed_of(vector_of(V));
  std::vector<Held> result;
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    for (std::size_t k = 0; k < elements_[i].kinks.size(); ++k) {
      const SlipKink& kink = elements_[i].kinks[k];
      if (!(kink.miss(V).norm() <= margin * speed && kink.is_ahead(V))) continue;
      result.push_back({i, k});
      break;
    }
  }
  return result;
}

void SliderSimulation::settle(std::vector<Held> candidates, SliderEvent::Cause cause) {
  const std::vector<Held> before = hold().held;
  // others that come onto theirs at the same instant
  for (const Held& also : kinks_of(twist_of(slip_of(y_)), no_slip)) {
    const bool is_there =
        std::any_of(candidates.begin(), candidates.end(), [&](const Held& h) { return h.element == also.element; });
    if (!is_there) candidates.push_back(also);
  }
  set_hold(std::move(candidates));
  const Vector3 V = hold().N * (hold().N.transpose() * (G_ * slip_of(y_)));
  if (hold().freedom == 0 || V.isZero(0.0)) return stop();
  y_ = with_slip(y_, V, 0.0);
  if (hold().freedom == 1) fix_load();
  const Motion at = motion(y_);
  const bool yields = use_of_hold(at) > 1.0 + on_limit;
  const Twist b = yields ? yielding_of_hold(at, 1.0) : Twist{};
  if (is_trial_) {
    first_load_ = equations_.load_in_world(load_of(at.friction + at.held - G_ * vector_of(b)), at.heading);
  }
  const Unknowns here = y_;
  if (yields) let_go(b);
  note_change(before, cause, here);
}

/// The first moment in which what holds yields: the slip that starts from nothing goes as its load asks now and a moment later, for as long
/// as its way is below the tolerance.
class SliderSimulation::YieldingMoment {
 public:
  YieldingMoment(SliderSimulation& simulation, const Twist& b)
      : simulation_(simulation),
        rate_(simulation.slope(simulation.y_)),
        least_(std::min(0.3 * simulation.options_.tolerance, longest_moment) * simulation.time_),
        rates_{.start = b} {
    // it turns the slips of the others, and their forces: the slower these, the less
    const double turning =
        simulation.slowness_of_turning(slip_of(simulation.y_)) * simulation.length_ / simulation.time_;
    allowed_ = simulation.allowed_way() / std::max(1.0, turning);
    for (const Held& h : simulation.hold().held)
      known_ = std::max(known_, 10.0 * simulation.lost_speed(simulation.elements_[h.element]));
    duration_ = longest();
    shorten();
  }

  const Twist& rate_at_start() const { return rates_.start; }
  /// The slip at its end.
  Vector3 slip() const { return rates_.slip(duration_, duration_); }

  /// Goes through it with the rows that are due; the slip at its end is added to that of the others.
  void go_through(const Vector3& slip_at_end) {
    const Curve curve{stepper_.powers(simulation_.slopes())};
    simulation_.sample_until(stepper_.end()[0], [&](double t) {
      const Unknowns y = curve.at(curve.part_at(t));
      const Twist now = rate_at(y);
      simulation_.yielding_in_row_ = vector_of(now);
      const double past = t - simulation_.y_[0];
      return simulation_.with_slip(y, slip_of(y) + 0.5 * past * (vector_of(rates_.start) + vector_of(now)), past);
    });
    simulation_.yielding_in_row_.reset();
    const Unknowns& end = stepper_.end();
    simulation_.y_ = simulation_.with_slip(end, slip_of(end) + slip_at_end, duration_);
  }

 private:
  Twist rate_at(const Unknowns& y) const { return simulation_.yielding_of_hold(simulation_.motion(y), 1.0); }
  double allowed_way() const { return std::max(allowed_, known_ * duration_); }

  double longest() const {
    const Twist& b = rates_.start;
    double moment = simulation_.first_moment(b, allowed_);
    if (!(b == Twist{}))
      moment = std::max(
          moment, std::clamp(known_ / simulation_.speed_of(vector_of(b)), least_, longest_moment * simulation_.time_));
    if (rate_[0] != 1.0) moment = std::min(moment, rate_[0] * rate_[0] / simulation_.speed_of(rate_.segment<3>(4)));
    if (simulation_.hold().freedom == 1) {  // not beyond where the only motion ends
      const Vector3 slip = slip_of(simulation_.y_), n = simulation_.G_ * slip;
      const double left = -n.dot(slip) / n.dot(rate_.segment<3>(4));
      if (left > 0.0) moment = std::min(moment, 0.5 * left);
    }
    return moment;
  }

  /// Until the step through it is good, formulas are plain in it, and the way is short enough.
  void shorten() {
    const double shortest = simulation_.least_moment();
    double way = 0.0;
    int trials = 0;
    for (;; duration_ = shorter_moment(duration_, way, allowed_way())) {
      stepper_.step(simulation_.slopes(), simulation_.y_, rate_, duration_ / rate_[0]);
      bool is_good = stepper_.error(simulation_.allowed_errors(rate_[0], simulation_.largest_)) <= 1.0;
      const int before = trials;
      if (is_good && duration_ > shortest)
        is_good = simulation_.is_plain_after_start({stepper_.powers(simulation_.slopes())}, trials);
      if (trials != before) rates_.start = rate_at(simulation_.y_);  // formulas choose otherwise from the start
      if (is_good || duration_ <= shortest) {
        rates_.middle = rate_at(stepper_.at(simulation_.slopes(), 0.5));
        rates_.end = rate_at(stepper_.end());
      }
      if (duration_ <= shortest) return;
      way = is_good ? simulation_.way_of(rates_, duration_) : 0.0;
      if (is_good && (way <= allowed_way() || duration_ <= least_)) return;
    }
  }

  SliderSimulation& simulation_;
  const Unknowns rate_;  // of all that moves already
  const double least_;   // duration after which no support comes to rest again within the error of time
  double allowed_ = 0.0;
  double known_ = 0.0;  // slip of which the direction is known
  MomentRates rates_;
  double duration_ = 0.0;
  Stepper stepper_;
};

/// What holds yields with b, at first.
void SliderSimulation::let_go(const Twist& b) {
  YieldingMoment moment(*this, b);
  Vector3 slip = moment.slip();
  // of less than this, as after a moment that ends where a formula switches at once, nothing would be left beside the slip of the body
  const double smallest = 1e-14 * speed_of(slip_of(y_)), size = speed_of(slip);
  if (size > 0.0 && size < smallest) slip *= smallest / size;
  Yielding after = yield(twist_of(slip));
  // one that goes another way at first is at the end of the moment before it counts
  const Twist& at_start = moment.rate_at_start();
  if (!(at_start == Twist{} || yield(at_start) == after)) after.needs_start = true;
  // so does what yields by less than is known of it, as on wheels whose axles miss each other by little
  if (after.left == hold().held) after.needs_start = true;
  for (const auto& [element, sector] : after.sectors) sector_[element] = sector;
  if (after.needs_start) {
    const MotionMode mode = std::exchange(mode_, mode_of_kinks(after.left));
    moment.go_through(slip);
    mode_ = mode;
  }
  set_hold(after.left, after.sectors);
  if (after.needs_start) set_sectors();
}

std::shared_ptr<const FrictionStep> SliderSimulation::step_of_hold(const std::vector<bool>& is_static,
                                                                   const Twist& V) const {
  const auto make = [&]() -> std::shared_ptr<const FrictionStep> {
    ContactPatch patch{.normal_force = 0.0, .mu = contact_.patch().mu, .supports = {}};
    for (std::size_t i = 0; i < is_static.size(); ++i) {
      const ContactElement& element = elements_[hold().held[i].element];
      const SlipKink& kink = element.kinks[hold().held[i].kink];
      const ContactPatch part = kink.is_rest() && is_static[i] ? *element.at_rest_statically : kink.contact_at(V);
      add_support(patch, part.supports.front(), part.normal_force);
    }
    return patch.supports.empty() ? nullptr : std::make_shared<const FrictionStep>(patch, G_);
  };
  if (!hold().lines.empty()) return make();  // what they can add depends on V
  const auto& [found, is_new] = steps_of_holds_.try_emplace({hold().held, is_static});
  if (is_new) found->second = make();
  return found->second;
}

/// Points that rest have their static coefficient as long as they do not move.
Twist SliderSimulation::yielding_of_hold(const Motion& at, double factor) const {
  std::vector<bool> is_static(hold().held.size(), true);
  for (;;) {
    const auto step = step_of_hold(is_static, twist_of(at.V));
    const Twist free = twist_of(factor * (G_inverse_ * at.held));
    const Twist b = step ? (*step)(free, 1.0) : free;
    bool is_consistent = equations_.has_one_coefficient();
    if (!is_consistent) {
      is_consistent = true;
      for (std::size_t i = 0; i < is_static.size(); ++i) {
        const SlipKink& kink = elements_[hold().held[i].element].kinks[hold().held[i].kink];
        if (!kink.is_rest() || !is_static[i] || kink.miss(b).norm() <= no_slip * speed_of(vector_of(b))) continue;
        is_static[i] = false;
        is_consistent = false;
      }
      factor = 1.0;
    }
    if (is_consistent) return b;
  }
}

SliderSimulation::Yielding SliderSimulation::yield(const Twist& b) const {
  if (b == Twist{}) return {.left = hold().held, .needs_start = true};
  Yielding result;
  const double speed = speed_of(vector_of(b));
  const Twist V = twist_of(slip_of(y_));
  for (const Held& h : hold().held) {
    const ContactElement& element = elements_[h.element];
    const auto stays_on = [&](std::size_t k) { return element.kinks[k].miss(b).norm() <= no_slip * speed; };
    if (stays_on(h.kink)) {
      result.left.push_back(h);
      continue;
    }
    if (!element.is_point()) {
      result.needs_start = true;
      continue;
    }
    if (element.kinks[h.kink].is_rest()) {
      const Vec2 v = element.slip(b);
      bool rolls = false;
      for (std::size_t k = 1; k < element.kinks.size() && !rolls; ++k) {
        rolls = stays_on(k) && element.kinks[k].is_ahead(b);
        if (rolls) result.left.push_back({h.element, k});
      }
      if (rolls) continue;
      if (element.sectors.empty()) continue;
      result.sectors.emplace_back(h.element, element.sector_of(v));
      result.needs_start |= element.is_curved(result.sectors.back().second);
      continue;
    }
    // off its heading, to one side
    const Vec2 v = element.slip(V);
    constexpr double little = 1e-6;
    const double side = cross(v, element.slip(b)) > 0.0 ? little : -little;
    result.sectors.emplace_back(h.element,
                                element.sector_of(length(v) > 0.0 ? rotated(v, unit_vector(side)) : element.slip(b)));
  }
  return result;
}

void SliderSimulation::release() {
  const std::vector<Held> before = hold().held;
  const Unknowns limit = y_;
  const bool yields_at_once = hold().rests && !equations_.has_one_coefficient();
  constexpr double just_beyond = 1.0 + 1e-6;
  let_go(yields_at_once ? yielding_of_hold(motion(y_), just_beyond) : Twist{});
  // what goes on as it was, at the same instant, may do so endlessly
  if (hold().held == before && y_[0] == limit[0]) count_switch();
  note_change(before, SliderEvent::Cause::SupportYields, limit);
}

}  // namespace dryslip::detail
