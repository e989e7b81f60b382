// Package task computes the task losses L and their metrics.
//
// Use it to choose the loss of a training ([Loss]), or to evaluate predictions ([Predictions]). On nodes it returns the scalar L, which
// training differentiates; on numbers it returns L and metrics in float64. On nodes the losses are GoMLX's, except the squared error,
// whose form the paper's experiment fixes, and Poisson.
//
// F is the model's output and y the target, at each of S samples and steps that count; w is its weight and K the number of outputs:
//
//	L = Σ_s w_s·ℓ(y_s, F_s) / Σ_s w_s
//
//	squared   ℓ = (F − y)²
//	absolute  ℓ = |F − y|
//	huber     ℓ = (F − y)²/2 up to |F − y| = δ, δ·(|F − y| − δ/2) beyond
//	logistic  ℓ = log(1 + e^F) − y·F             F is a logit, y 0 or 1, or a probability
//	softmax   ℓ = log Σ_k e^{F_k} − F_y          F are K logits, y a class 0 … K−1
//	poisson   ℓ = e^F − y·F                      F is the logarithm of a rate, y ≥ 0
//	custom    ℓ is a function of the user's on nodes
//
// All losses except softmax and custom average over K outputs. The weight of the target's class multiplies w.
package task
