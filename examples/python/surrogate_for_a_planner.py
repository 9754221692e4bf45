# %% [markdown]
# # Choosing a friction surrogate for a planner
#
# A planner asks for friction loads millions of times. Which surrogate is fast enough, and how does its error change the planner's
# answer, say where a pushed and released plate comes to rest?

# %%
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import dryslip as ds
from dryslip import plot

out = Path(sys.argv[1]) if len(sys.argv) > 1 else Path()

plate = ds.Polygon(loops=[[(0, 0), (0.12, 0), (0.12, 0.04), (0.04, 0.04), (0.04, 0.1), (0, 0.1)]])  # an L [m]
patch = ds.ContactPatch(normal_force=4.0, mu=0.3, supports=[ds.Support(plate)])
patch = ds.seen_from(patch, ds.center_of_pressure(patch))  # O at the center of mass

# %% [markdown]
# **The ladder.** Every surrogate reports the errors of its loads and of its power, and whether its loads are a gradient, which a planner that
# differentiates through friction needs.

# %%
ladder = []
for kind in ("exact", "table", "quartic", "pade", "ellipsoid"):
    for fitted in ds.fit_model(patch, kind):
        ladder.append((fitted, ds.measure_cost(fitted.model, fitted.frame)))
print(f"{'model':<30}{'max error':>10}{'gradient':>10}{'ns':>7}")
for fitted, cost in ladder:
    name = f"{fitted.kind}, {fitted.variant}"
    print(f"{name:<30}{fitted.error.largest:>10.2g}{'yes' if fitted.model.has_potential else 'no':>10}{cost.in_batch:>7.0f}")

# %% [markdown]
# **Error of the answer.** Twenty throws: the distance between where the plate stops with the surrogate and with the exact contact.

# %%
rng = np.random.default_rng(1)
throws = np.column_stack([rng.uniform(0.2, 0.6, 20), rng.uniform(-0.3, 0.3, 20), rng.uniform(-8, 8, 20)])


def rest(model):
    slider = ds.Slider(ds.friction_model(patch, model=model), mass=0.4)
    ends = [ds.simulate_slider(slider, velocity=V[:2], omega=V[2], tolerance=1e-8, output_step=1.0).position[-1] for V in throws]
    return np.array(ends)


exact = rest("exact")
off = {"exact": 0.0}
for kind in ("table", "quartic", "pade", "ellipsoid"):
    off[kind] = np.hypot(*(rest(kind) - exact).T).max()
    print(f"{kind}: the plate stops up to {1e3 * off[kind]:.3f} mm off, after {1e3 * np.hypot(*exact.T).mean():.0f} mm on average")

# %% [markdown]
# **Choose** the fastest that is good to half a millimetre and has a gradient. A contact with a closed form, such as this one, needs no
# surrogate: its exact loads take tens of nanoseconds. Surrogates are for contacts that have to be integrated.

# %%
good = [
    (cost.in_batch, fitted.kind)
    for fitted, cost in ladder
    if fitted.kind in off and off[fitted.kind] < 5e-4 and fitted.model.has_potential
]
print("choice:", min(good)[1])

# %%
figure, ax = plt.subplots(figsize=(5.4, 3.0), layout="constrained")
plot.error_ladder(ladder, ax)
figure.savefig(out / "surrogate_for_a_planner.svg")
