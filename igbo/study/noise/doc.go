// Package noise measures Theorem 5 and Corollary 3: how do bias and variance of a
// combined gradient fall with the noise on the two gradients? In flow cases (a
// rule with λ, and two gradients) and deviations σ; each cell draws noisy gradients of
// one case at one σ; out flow bias and variance, and the powers of σ by which
// they fall, with tables and figures. It needs no backend.
//
// # The question
//
// Theorem 5 says that bias and variance of P are O(σ²), and Corollary 3, with
// σ = s/√B, that they fall as 1/B with the batch size B. The proof expands P
// about the exact gradients, which it may do where P is smooth: not where c = g1·g2 is
// 0, the boundary between agreement and conflict.
//
// The rivals are P on that boundary, for λ = ½, where P is continuous, and for another
// λ, where it jumps, and the continuous rule there. The random numbers of a cell
// come from the seed and the place of σ in the list. The bias of n draws has a floor of
// about √(variance/n), which falls as σ: biases below three of these are not
// fitted. A power of 2 of the bias on
// the boundary would change our mind.
package noise
