// Package calibration measures how reliable the decisions of the graph are: how often an estimator of P(s_u > s_v) draws an
// edge between features without a difference, and whether its intervals have their nominal coverage. Use it to choose an
// estimator and a threshold. Run it with `igbo study run calibration`; it needs no backend. `igbo study show calibration`
// prints the committed result (result.json).
//
// The inputs are a distribution of scores with a known order, estimators, sizes of data, and thresholds α. Each run repeatedly
// builds graphs with one estimator on data of one size. The result has rates over seeds with intervals, tables and figures.
//
// # The question
//
// P̂ > α is not a test at level 1 − α: P̂ refers to one batch, and the mean over n batches varies only by σ/√n. For normal
// scores with a known standard deviation:
//
//   - a pair without a difference gets an edge with probability 2Φ(−z_α·√n), the nominal rate ([Config.Nominal]);
//   - an interval μ ± rσ contains the difference of a new batch with probability 2Φ(r) − 1.
//
// The study measures how far estimators that only have the data are from these rates. [NormalLimits] measures whether batch
// means are normal (Lemma 1), for scores that are not.
//
// Each seed draws its own repetitions, so seeds are independent. Rates far from the nominal ones on many rows, or batch means
// of 32 scores that are not normal, would contradict the paper.
package calibration
