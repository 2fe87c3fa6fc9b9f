#!/usr/bin/env python3
"""Writes values.json: what NumPy and SciPy say where matchmark computes the same.

    python3 -m venv venv && venv/bin/pip install numpy==2.4.6 scipy==1.17.1
    venv/bin/python Fixtures/statistics/make-values.py

Samples are drawn from a fixed seed and written out in full, so that nothing depends on the
generator. The standard error of a paired ratio is worked out here from the table of forks and
queries by the analysis of variance, independently of the Swift code.
"""
import json
import pathlib

import numpy as np
import scipy
from scipy import special, stats

random = np.random.default_rng(20260101)


def samples():
    """Kinds of samples: skewed like times, tied, tiny, constant."""
    return {
        "skewed": np.round(random.lognormal(3, 1, 41), 4).tolist(),
        "even": np.round(random.lognormal(0, 2, 40), 4).tolist(),
        "tied": [2.0, 2.0, 2.0, 3.0, 3.0, 7.0, 7.0, 7.0],
        "pair": [1.5, 4.0],
        "one": [3.25],
        "constant": [6.0] * 9,
    }


def orders():
    values = []
    for name, sample in samples().items():
        x = np.array(sample)
        values.append({
            "name": name, "sample": sample,
            "quantiles": [[p, float(np.quantile(x, p))]
                          for p in (0, 0.01, 0.25, 0.5, 0.9, 0.99, 1)],
            "median": float(np.median(x)),
            "medianAbsoluteDeviation": float(stats.median_abs_deviation(x)),
            "geometricMean": float(stats.gmean(x)),
        })
    return values


def paired(forks, rounds, queries, scale):
    """A table of logarithms with effects of fork, round, query and pair, and its standard error."""
    y = (random.normal(0, scale, (forks, 1, 1)) + random.normal(0, scale, (forks, rounds, 1))
         + random.normal(0.1, scale, (1, 1, queries)) + random.normal(0, 0.02, (forks, rounds, queries)))
    y = np.round(y, 6)
    z = np.median(y, axis=1)
    grand, by_fork, by_query = z.mean(), z.mean(axis=1), z.mean(axis=0)
    rest = z - by_fork[:, None] - by_query[None, :] + grand
    cells = forks * queries
    repetition = queries * by_fork.var(ddof=1) / cells
    query = forks * by_query.var(ddof=1) / cells
    interaction = (rest ** 2).sum() / ((forks - 1) * (queries - 1)) / cells
    terms = [(repetition, forks - 1, 1), (query, queries - 1, 1),
             (interaction, (forks - 1) * (queries - 1), -1)]
    if not repetition > interaction:
        terms = [terms[1]] if query > interaction else [terms[2]]
    elif not query > interaction:
        terms = [terms[0]]
    variance = sum(abs(sign) * value if len(terms) == 1 else sign * value
                   for value, _, sign in terms)
    freedom = variance ** 2 / sum(value ** 2 / df for value, df, _ in terms)
    reach = stats.t.ppf(0.975, freedom) * np.sqrt(variance)
    return {
        "roundCounts": [rounds] * forks, "queryCount": queries, "logarithms": y.ravel().tolist(),
        "ratio": float(np.exp(grand)), "standardError": float(np.sqrt(variance)),
        "lower": float(np.exp(grand - reach)), "upper": float(np.exp(grand + reach)),
    }


def fits():
    values = []
    for sizes, noise in (([1e3, 1e4, 1e5, 1e6], 0.1), ([100, 200, 400, 800, 1600, 3200], 0.3),
                         ([10, 20, 40], 0.05)):
        x = np.array(sizes, dtype=float)
        y = np.round(3 * x ** 0.8 * np.exp(random.normal(0, noise, len(sizes))), 6)
        fit = stats.linregress(np.log(x), np.log(y))
        reach = stats.t.ppf(0.975, len(sizes) - 2) * fit.stderr
        values.append({
            "sizes": x.tolist(), "times": y.tolist(), "exponent": float(fit.slope),
            "factor": float(np.exp(fit.intercept)), "lower": float(fit.slope - reach),
            "upper": float(fit.slope + reach)})
    return values


def distributions():
    student = [[p, df, float(stats.t.ppf(p, df))]
               for p in (0.005, 0.5, 0.9, 0.975, 0.99999) for df in (1, 2, 4, 4.37, 30, 1e6)]
    normal = [[x, float(stats.norm.cdf(x))] for x in (-6, -1.96, 0, 0.5, 3, 8)]
    beta = [[x, a, b, float(special.betainc(a, b, x))]
            for x in (1e-6, 0.02, 0.3, 0.5, 0.97) for a, b in ((0.5, 0.5), (2, 9), (60.5, 3), (5000, 0.5))]
    proportions = []
    for k, n in ((0, 300), (0, 600), (95, 100), (80, 100), (1, 1), (7, 20)):
        exact = stats.binomtest(k, n).proportion_ci(0.95, method="exact")
        proportions.append([k, n, float(exact.low), float(exact.high)])
    return {"student": student, "normal": normal, "beta": beta, "proportions": proportions}


document = {
    "madeBy": f"numpy {np.__version__}, scipy {scipy.__version__}",
    "orders": orders(),
    "paired": [paired(5, 4, 12, 0.03), paired(2, 7, 5, 0.02), paired(8, 3, 6, 0.0),
               paired(4, 10, 9, 0.2)],
    "fits": fits(),
} | distributions()
path = pathlib.Path(__file__).parent / "values.json"
path.write_text(json.dumps(document, separators=(",", ":")) + "\n")
