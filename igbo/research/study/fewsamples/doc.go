// Package fewsamples measures when a correct order of importance helps a model that has few samples. Use it to see how the
// gain depends on the number of samples, the noise, the truth and the way in which the order was found. Run it with
// `igbo study run few-samples`; it needs a backend. `igbo study show few-samples` prints the committed result (result.json).
//
// Each run draws the data of one case, builds the order of the truth, and fits every method of the case. The result has ratios
// of errors with intervals, a table for each case, figures, and the outcome of each prediction.
//
// # Data
//
// Inputs are ten independent standard normal features. The truth is linear with weights
//
//	w_k = ± Size·Decay^k,   k = 0 … 9, random signs,
//
// or additive and monotone, or mixed: curved, with a sine and a product. Its scores H on the training inputs give a graph as in
// the paper: batches of 32 drawn 50 times, α = 0.7, ε, δ = μ ∓ rσ. The error is the mean squared difference from the truth on
// fresh inputs.
//
// # Methods
//
// All methods of package benchmark see the same data and the same order or signs. Each tunes eight strengths, or none, on the
// same folds. "best ridge*" is ridge regression with the strength that has the least test error over all draws of a case. It is
// a bound, which nobody can reach without the test data.
//
// Other methods use the same knowledge in another way:
//
//   - least squares over the order's cone, with signs (non-negative least squares) and without (the best of all sign patterns);
//   - posterior means (package posterior) without knowledge, with signs, with the order (hard, or with a learned trust), and
//     with both;
//   - one posterior draw, the means of 4 and 16 draws, and a stack of posteriors;
//   - the exact shares of the truth with one fitted scale, which is the most that an order can state.
//
// # Predictions
//
// The predictions of IGBO's students were written before any run, and those of the other methods before the reported draws.
// [Goals] lists them, and the result has their outcomes. The student's settings were chosen on the draws 1000 to 1019. The
// committed result has the draws 2001 to 2256, in four blocks of 64. An interval above 1 for the centre case, or below 1 for n
// ≥ 128, would change the conclusion.
//
// # Findings
//
// We also predicted that the gain disappears at n = 128. This was wrong. The table of predictions does not contain it. There,
// the student with intervals has 0.60 [0.53, 0.67] of ridge's error, and the posterior 0.63 [0.58, 0.68] (64 draws). With 512
// samples the posterior has 0.80 [0.76, 0.84], and a student with intervals has no less error than the unconstrained one.
package fewsamples
