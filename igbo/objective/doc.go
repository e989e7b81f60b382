// Package objective builds the interpretability loss: how far the mean
// importance scores of a batch are from what a DAG asks.
//
// What flows in: scores H [B,K] and a dag.DAG over the K features. What flows
// out: the loss as a graph node, and beside it a float64 reference over a
// matrix of scores.
//
//	d_uv = mean_B(H_u − H_v)
//	H(θ) = (1/|E|) Σ_uv max(ε_uv − d_uv, 0) + max(d_uv − δ_uv, 0)      (paper, equation of the batch loss)
//
// An edge u→v says that u is more important than v. A unary bound on one H_k
// and a tie |H_u − H_v| ≤ w are terms of the same form and count in the mean.
package objective
