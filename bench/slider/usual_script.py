#!/usr/bin/env python3
"""The usual script for a slider that comes to rest: SciPy's RK45, a sum of 20 x 20 Gauss points for the friction, a speed
below which it is over. Prints version, best time of a run [s] and the final x, y, angle; nothing where SciPy is missing.

usual_script.py RELATIVE ABSOLUTE LEAST_SPEED"""
import sys
import time

try:
    import numpy as np
    import scipy
    from scipy.integrate import solve_ivp
except ImportError:
    sys.exit(0)

relative, absolute, least_speed = (float(text) for text in sys.argv[1:4])
half_x, half_y, mu_g = 0.015, 0.005, 0.4 * 9.81
gyration_squared = (half_x**2 + half_y**2) / 3
nodes, weights = np.polynomial.legendre.leggauss(20)
x, y = np.meshgrid(half_x * nodes, half_y * nodes)
weight = np.outer(weights, weights) / 4


def slope(_, s):
    c, n = np.cos(s[2]), np.sin(s[2])
    vx = c * s[3] + n * s[4] - s[5] * y
    vy = c * s[4] - n * s[3] + s[5] * x
    factor = weight / np.sqrt(vx * vx + vy * vy)
    fx, fy, moment = np.sum(factor * vx), np.sum(factor * vy), np.sum(factor * (x * vy - y * vx))
    return [s[3], s[4], s[5], -mu_g * (c * fx - n * fy), -mu_g * (n * fx + c * fy), -mu_g * moment / gyration_squared]


def rest(_, s):
    return s[3] ** 2 + s[4] ** 2 + gyration_squared * s[5] ** 2 - least_speed**2


rest.terminal = True
best = float("inf")
for _ in range(5):
    start = time.process_time()
    found = solve_ivp(slope, (0, 0.2), [0, 0, 0, 0.5, 0.1, 20], rtol=relative, atol=absolute, events=rest)
    best = min(best, time.process_time() - start)
print(scipy.__version__, best, *(float(value) for value in found.y[:3, -1]))
