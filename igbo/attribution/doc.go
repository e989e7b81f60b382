// Package attribution measures how much each input feature contributes to a
// model's output: Temporal Integrated Gradients (TIG), the cumulative
// attribution h, and the Relative Importance Score H built from them.
//
// Use it to explain a model, or to train on its explanations. The inputs are a [Model], x [B,T,D], one or more baselines, a [Path] and a
// quadrature rule. The functions return graph nodes that can be differentiated with respect to the model's parameters:
//
//	TIG [B,T,T,D]   attribution of input (i,k) to the output at time t   (paper, equations 2 and 3)
//	h   [B,T,K]     Σ_{i≤t} TIG_{i,k}[t]                                 (paper, section "Relative Importance Score")
//	H   [B,K]       mean over t of h_{t,k} / (ε + Σ_j |h_{t,j}|)         (paper, equation for H_k)
//
// with B samples, T time steps, D features and K feature groups (K = D without groups).
//
// The Masked functions accept padded series x [B,T,D] with a mask [B,T], true at valid steps. The model receives zeros at masked steps,
// whatever x holds there, even NaN and Inf. The package selects values instead of multiplying by 0, so gradients of every order are
// unaffected too. The model's outputs at masked steps are ignored. If the model's valid steps do not depend on masked ones, the results
// equal those of the unpadded series.
//
// Importing the package has no side effects. [Install] registers gradients that GoMLX lacks or computes wrongly; the functions of this
// package call it.
//
// Functions that take or return *graph.Node build graphs and panic with an
// error value, as GoMLX graph builders do; model.Exec and train.Loop return it.
package attribution
