// Package calibration measures how far the graph's decisions can be trusted: how
// often an estimator of P(s_u > s_v) draws an edge where there is no difference,
// and whether its intervals hold what they should. In flow a law of scores with a known
// order, estimators, sizes of data and thresholds α; each cell builds graphs of one
// estimator on data of one size, again and again; out flow rates over seeds with their
// intervals, tables and figures. It needs no backend.
//
// # The question
//
// P̂ > α is no test at level 1 − α: P̂ is about a batch, and the mean over n
// batches moves by σ/√n only. For normal scores of a known deviation a pair
// without a difference gets an edge with probability 2Φ(−z_α·√n), which is the
// nominal rate here ([Config.Nominal]); an interval μ ± rσ should hold the difference of a fresh
// batch with probability 2Φ(r) − 1. How far from these are estimators that have
// only the data? And are batch means normal at all (Lemma 1)? [NormalLimits]
// measures that on scores that are far from it.
//
// The rivals are the estimators. Each seed draws its own repetitions, so that
// seeds are independent. Rates of some estimator far from the nominal ones on
// many rows, or batch means of 32 scores that are not normal, would change our mind.
package calibration
