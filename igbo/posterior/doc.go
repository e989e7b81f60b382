// Package posterior draws from the posterior of a linear model under an importance order of its features.
//
// Use it if there are few rows and an importance order or the directions of effects are known. The average of
// all models that follow the order predicts better than the best single one. [Sample] takes a table
// ([samples.Data]), an [Order] and a [Config], and returns a [Posterior] with its draws. The methods of
// Posterior return predictions, intervals for weights, shares and predictions, and the probability of each pair
// and of the order itself.
//
// # The model
//
//	y_i = b + x_i·w + N(0, σ²)          (or logistic, or Poisson with mean exp(b + x·w))
//	p(w, θ | τ) ∝ Π_j base(w_j/τ)/τ · exp(−θ·V(w))/Z(θ) · P(θ)
//	σ, τ ~ half-Cauchy
//
// The unit of a column is its mean absolute deviation, so |w_k| is the mean effect of feature k. The unit of
// the target is its standard deviation. V is the number of violated pairs: u is above v in the order's closure,
// but |w_u| < |w_v| (for groups, ‖w_u‖ < ‖w_v‖). A hard order requires V = 0. A soft order learns θ from a
// grid. At the first value, θ = 0, the order has no effect, so a wrong order costs little. Directions have a
// separate θ.
//
// The intercept b has a flat prior under the squared loss, and a normal prior with standard deviation 5 under
// the other losses. The half-Cauchy prior of σ is truncated at 1e-5, so exactly linear targets also have a
// posterior.
//
// # Sampling
//
// Under the squared loss, each weight is drawn from its exact conditional distribution, a mixture of truncated
// normals. The order divides the line into pieces, one per component. Correlated columns also move in pairs,
// and weights and τ are scaled together. The intercept is integrated out and then drawn for each draw of the
// weights: N(ȳ − x̄·w, σ²/N).
//
// Under the other losses, each weight is drawn by slice sampling. In addition, all weights move together. These
// moves come from a normal approximation of the likelihood, which is fitted to the first draws of the chain. A
// Metropolis test corrects for the approximation. If it accepts often, slice sampling is used only in every
// tenth sweep.
//
// Z(θ) is exact if the order has at most 2¹⁶ states, and estimated otherwise. A sweep costs O(D²) under the
// squared loss, O(N·D) otherwise, and about ten times as much with slice sampling.
//
// # Diagnostics
//
// [Posterior.Diagnose] compares the chains as Vehtari et al. (2021) recommend, and [Posterior.Warning] explains
// problems in one sentence. If Config.Extend is set, Sample extends chains that have a warning, once. Counts of
// several thousands in a few rows with large effects make the likelihood so narrow that chains may not find it.
// The warning reports this.
//
// With 4 rows, 90 % intervals for predictions contained 85 to 92 % of new targets in simulations, and from 8
// rows on 89 to 91 %. With Config.Noise = 2, they contain about 90 % with 4 rows too.
package posterior
