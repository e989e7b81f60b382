// Package noise measures Theorem 5 and Corollary 3 of the paper: how fast do the bias and the variance of a combined
// gradient fall with the noise of the two gradients? Use it to choose a batch size or a rule. Run it with
// `igbo study run noise`; it needs no backend. `igbo study show noise` prints the committed result (result.json).
//
// The inputs are cases (a rule with λ, and two gradients) and standard deviations σ. Each run draws noisy gradients of one case
// at one σ. The result has bias, variance, and the powers of σ by which they fall, with tables and figures.
//
// # The question
//
// Theorem 5 states that bias and variance of P are O(σ²). Corollary 3 states, with σ = s/√B, that they fall as 1/B with the
// batch size B. The proof expands P about the exact gradients, which requires that P is smooth there. P is not smooth on the
// boundary between agreement and conflict, where c = g1·g2 is 0.
//
// The study measures P on that boundary for λ = ½, where it is continuous, and for another λ, where it jumps, and compares it
// with the continuous rule. A power of 2 of the bias on the boundary would change the conclusion.
//
// The random numbers of a run depend on the seed and on the index of σ. The bias of n draws has a floor of about √(variance/n),
// which falls as σ. Biases below three times this floor are not fitted.
package noise
