// Package objective builds the interpretability loss, which measures how far the mean importance scores of a
// batch violate the constraints of a DAG. Use [Loss] in a graph for training, and [Evaluate] for the float64
// value of a matrix of scores.
//
//	d_uv = mean_B(H_u − H_v)
//	H(θ) = (1/|E|) Σ_uv max(ε_uv − d_uv, 0) + max(d_uv − δ_uv, 0)      (paper, equation of the batch loss)
//
// The scores are H [B,K] for K features. An edge u→v requires u to be more important than v. A bound on one H_k
// and a tie |H_u − H_v| ≤ w are terms of the same form and count in the mean.
package objective
