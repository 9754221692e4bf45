# %% [markdown]
# # What a physics engine gets wrong about a sliding puck
#
# Most engines give a flat contact a few points, often four, and let each carry its share of the normal force. Here we simulate
# a puck that touches with its whole face, and the same puck on four points of its rim. Both have the same mass, friction and start.

# %%
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import dryslip as ds
from dryslip import plot

out = Path(sys.argv[1]) if len(sys.argv) > 1 else Path()

radius, mass, mu = 0.038, 0.17, 0.15  # an ice-hockey puck [m, kg, -]
inertia = 0.5 * mass * radius**2
face = ds.Support(ds.Disk(radius=radius))
corners = ds.Support(ds.Points([(radius * np.cos(a), radius * np.sin(a)) for a in np.pi * np.array([0.25, 0.75, 1.25, 1.75])]))


def puck(support):
    patch = ds.ContactPatch(normal_force=9.81 * mass, mu=mu, supports=[support])
    return ds.Slider(patch, mass=mass, inertia=inertia)


true, engine = puck(face), puck(corners)

# %% [markdown]
# **The loads.** Pure sliding is right whatever the points. Pure spin is half as strong again: all weight sits at the rim, so the moment is
# μNR instead of 2/3 μNR.

# %%
models = [ds.friction_model(slider.contact) for slider in (true, engine)]
spin = [model.load([0.0, 0.0, 1.0])[2] for model in models]
print(f"spin moment: true {1e3 * spin[0]:.3f} mN m, four points {1e3 * spin[1]:.3f} mN m, ratio {spin[1] / spin[0]:.3f}")

# %% [markdown]
# **The motion.** Thrown at 1 m/s with 40 rad/s: how long and how far does it slide, and how often does it turn?

# %%
runs = [ds.simulate_slider(slider, velocity=(1.0, 0.0), omega=40.0) for slider in (true, engine)]
for name, run in zip(("true", "four points"), runs):
    print(f"{name}: stops after {run.stop_time:.4f} s, {run.position[-1, 0]:.4f} m, {run.angle[-1] / (2 * np.pi):.3f} turns")
turned = [run.angle[-1] for run in runs]

# %% [markdown]
# **The end.** A puck never stops sliding before it stops spinning: just before it stops, v/(Rω) tends to 0.653 for a uniform face. For points it
# tends to another value, so the same puck stops in another way.

# %%
ratios = []
for slider in (true, engine):
    (last,) = [motion for motion in ds.find_terminal_motions(slider).motions if motion.is_attracting and motion.motion[2] > 0][:1]
    ratios.append(np.hypot(*last.motion[:2]) / (radius * last.motion[2]))
print(f"v/(R omega) at the end: true {ratios[0]:.4f}, four points {ratios[1]:.4f}")

# %% [markdown]
# **Sticking.** The limit surface of four points has flat parts and corners: a whole range of loads starts one motion, a pivot about a point.
# The face has neither.

# %%
meshes = [ds.LimitSurface(slider.contact).mesh(gap=0.02) for slider in (true, engine)]
print(f"flat parts: true {len(meshes[0].facets)}, four points {len(meshes[1].facets)}")

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(7.2, 2.8), layout="constrained")
for run, name, color in zip(runs, ("whole face", "four points"), ("blue", "orange")):
    left.plot(run.t, np.hypot(*run.velocity.T), color=plot.COLORS[color], label=name)
    right.plot(run.t, run.omega, color=plot.COLORS[color], label=name)
left.set(xlabel="t [s]", ylabel="speed [m/s]")
right.set(xlabel="t [s]", ylabel="omega [rad/s]")
left.legend(frameon=False)
figure.savefig(out / "puck_on_four_points.svg")
