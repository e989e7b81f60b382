// Package credit measures which part of IGBO's gain comes from the order of importance, and which from the start, the signs
// and averaging. Use it to decide whether training under an order is worth its cost. Run it with `igbo study run credit`; it
// needs a backend. `igbo study show credit` prints the committed result (result.json).
//
// Each run takes a problem of package fewsamples and trains every combination with the same number of steps. The result has
// errors relative to ridge regression, tables, a figure, and the outcome of each prediction.
//
// # Training
//
// A student can gain from a start that already follows the order, from signs, from early stopping, or from the projection rule.
// The study varies four factors, for n = 16, 32 and 128 samples:
//
//   - the start: ridge regression, the centroid of the order polytope, or a posterior mean;
//   - signs: used or not; a posterior mean with signs is always trained with them;
//   - the order: used or not;
//   - the rule: feasibility-first, or the paper's P on unit gradients.
//
// # Averaging
//
// An average of models can gain without any order. The study compares the means of 1, 4, 16 and all posterior draws, with and
// without the order, for linear and additive models. An additive model has the columns x and cos πΦ(x)·j (j = 2, 3, 4) for each
// feature.
//
// It also compares one network that takes all gradient steps with four and eight networks that share them. Each is trained
// without the order, or with it in the second half of the steps. The networks are MLPs on tables and GRUs on series (8 units, 5
// steps, 32 series).
//
// # Predictions and criteria
//
// The predictions were written before the first run, and those for series before the first fit of a series. The first table of
// the result lists them with their outcomes. The draws begin at 3001. Steps, learning rates and λ come from other studies.
//
// Training under the order is worthwhile if it lowers the error of the posterior mean from which it starts. A single
// constrained network is worthwhile if it has less error than the average of several unconstrained ones.
//
// # Limits
//
// Students use the intervals of the order polytope, which posteriors do not use. The weights of the simulated truth fall
// evenly, so the truth is near the polytope's centroid. The gain on real data is smaller (package realdata).
//
// The type Ensemble of package igbo has a different table for networks: there eight networks have 0.81 of the error of one on a
// mixed truth, and here they have 1.18. The data differ: the noise is a half of the targets' standard deviation there, and a
// sixth here. Use several starts if the noise is large, and more steps if it is small and the truth is not monotone.
package credit
