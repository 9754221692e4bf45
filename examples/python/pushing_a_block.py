# %% [markdown]
# # Pushing a block off-center
#
# A finger pushes a block on a table, beside its middle. How hard must it push before the block moves, and about which point does the
# block turn? The limit surface answers both: the load of the push is scaled until it reaches the surface, and the motion is the
# normal there. Run as a script, or cell by cell in an editor that knows `# %%`.

# %%
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import dryslip as ds
from dryslip import plot

out = Path(sys.argv[1]) if len(sys.argv) > 1 else Path()

length, width = 0.12, 0.06  # [m]
mass, mu = 0.5, 0.35  # [kg], [-]
patch = ds.ContactPatch(normal_force=9.81 * mass, mu=mu, supports=[ds.Support(ds.Rectangle(size=(length, width)))])
surface = ds.LimitSurface(patch)

# %% [markdown]
# A push along +y at the offset x from the middle has the load (0, 1, x) per newton. All offsets in one call.

# %%
offset = np.linspace(-length / 2, length / 2, 25)
loads = np.stack([0 * offset, 1 + 0 * offset, offset], axis=1)  # fx, fy, moment per newton
answer = surface.motion_of(loads)
needed = answer.factor  # [N]
vx, vy, omega = np.asarray(answer.motion).T
middle = len(offset) // 2
print(f"through the middle it takes {needed[middle]:.4f} N = mu N, at the end {needed[-1]:.4f} N")

# %% [markdown]
# The block turns about the point where it has no velocity, x = -vy/omega; a push through the middle only translates it. Without friction a
# block that is struck at x would turn about -r²/x, its center of percussion, with the radius of gyration r; friction moves that point.

# %%
turns = np.abs(omega) * length > 1e-6 * np.abs(vy)
center = -vy[turns] / omega[turns]
r2 = ds.squared_gyration_radius(patch, (0.0, 0.0))
rule = -r2 / offset[turns]
print(f"pushed at its end the block turns about x = {1e3 * center[-1]:.2f} mm; without friction {1e3 * rule[-1]:.2f} mm")

# %% [markdown]
# Is that what happens in time? A stiff spring pushes the end of the block slowly; after a while the motion is that of the limit surface.

# %%
finger = ds.Spring(
    stiffness=2000.0, damping=20.0, point=(length / 2, -width / 2), anchor=(length / 2, "-0.03 + 0.002*t"), direction=(0, 1), unilateral=True
)
slider = ds.Slider(patch, mass=mass, drive=ds.SliderDrive(springs=[finger]))
run = ds.simulate_slider(slider, duration=2.0, output_step=0.02)
moving = run["omega"] > 1e-4
seen = run["x"][moving] - run["vy"][moving] / run["omega"][moving]
print(f"in time it turns about x = {1e3 * seen[0]:.2f} mm when it starts to move, and then follows the finger")

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(7.2, 3.0), layout="constrained")
left.plot(1e3 * offset, needed, color=plot.COLORS["blue"])
left.set(xlabel="offset of the push [mm]", ylabel="force that starts the motion [N]")
plot.contact(patch, right)
right.plot(center, 0 * center, "o", markersize=3, color=plot.COLORS["red"], label="center of rotation")
right.set_xlim(-0.16, 0.16)
right.legend(frameon=False, fontsize="small")
figure.savefig(out / "pushing_a_block.svg")
