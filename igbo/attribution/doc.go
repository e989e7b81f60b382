// Package attribution measures how much each input feature contributes to a
// model's output: Temporal Integrated Gradients (TIG), the cumulative
// attribution h, and the Relative Importance Score H built from them.
//
// What flows in: a [Model], inputs x [B,T,D], one or more baselines, a [Path]
// and a quadrature rule. What flows out: graph nodes that are themselves
// differentiable with respect to the model's parameters,
//
//	TIG [B,T,T,D]   attribution of input (i,k) to the output at time t   (paper, equations 2 and 3)
//	h   [B,T,K]     Σ_{i≤t} TIG_{i,k}[t]                                 (paper, section "Relative Importance Score")
//	H   [B,K]       mean over t of h_{t,k} / (ε + Σ_j |h_{t,j}|)         (paper, equation for H_k)
//
// with B samples, T time steps, D features and K feature groups (K = D where
// there are none).
//
// The Masked functions are for padded series x [B,T,D] with a mask [B,T], true
// at valid steps. The model sees zeros at masked steps, whatever x holds there,
// NaN and Inf included: x, baselines and path pass a choice and not a product
// with 0, so that gradients of every order stay clear of it too. What the model
// puts out at masked steps does not count. So the results are those of the
// unpadded series, for a model whose valid steps do not see masked ones.
//
// Functions that take or return *graph.Node build graphs and panic with an
// error value, as GoMLX graph builders do; model.Exec and train.Loop return it.
package attribution
