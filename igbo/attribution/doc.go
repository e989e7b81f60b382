// Package attribution measures how much each input feature contributes to a model's output. It computes
// Temporal Integrated Gradients (TIG), the cumulative attribution h, and the Relative Importance Score H.
//
// Use it to explain a model or to train on explanations. The functions take a [Model], inputs x [B,T,D] and a
// [Config] with baselines, a [Path] and a quadrature rule. They return graph nodes that are differentiable with
// respect to the model's parameters:
//
//	TIG [B,T,T,D]   attribution of input (i,k) to the output at time t   (paper, equations 2 and 3)
//	h   [B,T,K]     Σ_{i≤t} TIG_{i,k}[t]                                 (paper, section "Relative Importance Score")
//	H   [B,K]       mean over t of h_{t,k} / (ε + Σ_j |h_{t,j}|)         (paper, equation for H_k)
//
// B is the number of samples, T the number of time steps, and D the number of features. K is the number of
// feature groups, or D without groups.
//
// The Masked functions accept padded series x [B,T,D] with a mask [B,T] that is true at valid steps. The model
// receives zeros at masked steps, even if x contains NaN or Inf there, and its outputs there are ignored. If
// the model's valid steps do not depend on masked steps, the results equal those for the unpadded series. The
// package selects values instead of multiplying by 0, so this also holds for gradients of every order.
//
// Functions that take or return *graph.Node build graphs. Like GoMLX's graph builders, they panic with an error
// value, which model.Exec and train.Loop return.
//
// Importing the package has no side effects. [Install] registers gradients that GoMLX lacks or computes
// wrongly; the functions of this package call it.
package attribution
