// Package posterior averages the linear models that an order of importance leaves: it draws from their
// posterior by Markov chains, instead of choosing one of them.
//
// What flows in: a table ([Data]), an [Order] of its features, perhaps with directions, and a [Config]. What flows out: a [Posterior] with its
// draws, whose mean predicts, and which gives intervals of weights, shares and predictions, the probability of each
// statement, and how far the order is believed.
//
// # The model
//
//	y_i = b + x_i·w + N(0, σ²)          (or logistic, or Poisson with mean exp(b + x·w))
//	p(w, θ | τ) ∝ Π_j base(w_j/τ)/τ · exp(−θ·V(w))/Z(θ) · P(θ)
//	σ, τ ~ half-Cauchy
//
// in units of a column's mean absolute deviation, so that |w_k| is feature k's mean effect, and of the target's deviation. V counts the
// pairs u above v of the order's closure with |w_u| < |w_v| (of groups, with ‖w_u‖ < ‖w_v‖). A hard order asks V = 0;
// a soft one learns θ from a grid whose first value, 0, is an order that says nothing, so that a wrong order costs little.
// Directions have a θ of their own.
//
// # How it is drawn
//
// Under the squared loss each weight is drawn from its exact conditional, a mixture of truncated normals over
// the pieces into which the order parts it; columns that are alike also move in pairs; weights and τ are scaled together. The other
// losses draw each weight by slice sampling, and all together by the moves of a normal likelihood, fitted to the chain's own first draws, which the ratio of both
// likelihoods accepts; where that is accepted often, slices are made in one of ten sweeps. Z(θ) is exact where the order has at most 2¹⁶ states, else estimated (see normalize).
// A sweep costs O(D²) under the squared loss, O(N·D) otherwise, with slices some ten times as much.
//
// Averaging is what helps with few rows: the best single model that obeys is far from the mean of those that do.
package posterior
