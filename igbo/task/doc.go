// Package task computes the task losses L and their metrics. Use [Loss] to choose the loss for training, and
// [Predictions] to evaluate predictions.
//
// [Loss.Build] builds L as a scalar node, which training differentiates. [Loss.Value] and [Loss.Metrics]
// compute L and metrics in float64. On nodes, the losses are GoMLX's, except for Poisson and the squared error,
// whose form follows the experiment in the paper.
//
// F is the model's output, y the target and w the weight, for each sample and step s that counts:
//
//	L = Σ_s w_s·ℓ(y_s, F_s) / Σ_s w_s
//
//	squared   ℓ = (F − y)²
//	absolute  ℓ = |F − y|
//	huber     ℓ = (F − y)²/2 up to |F − y| = δ, δ·(|F − y| − δ/2) beyond
//	quantile  ℓ = max(q·(y − F), (q − 1)·(y − F))
//	logistic  ℓ = log(1 + e^F) − y·F             F is a logit, y is 0 or 1, or a probability
//	softmax   ℓ = log Σ_k e^{F_k} − F_y          F are K logits, y is a class 0 … K−1
//	poisson   ℓ = e^F − y·F                      F is the logarithm of a rate, y ≥ 0
//	custom    ℓ is a user-defined function on nodes
//
// All losses except softmax and custom average over K outputs. The weight of the target's class multiplies w.
package task
