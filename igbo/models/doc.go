// Package models holds the models of the project: Linear and MLP for tables,
// GRU, LSTM, causal attention and causal convolution for series, thin over
// GoMLX.
//
// What flows in: the settings of a model, or a [Spec] of any of them. What flows
// out: a function
//
//	func(scope *model.Scope, x *graph.Node) *graph.Node    x [B,T,D] → y [B,T]
//
// that may be called many times in one graph, as attribution does. Every
// operation used has a derivative of second order, since the interpretability
// loss is a function of the model's gradients.
package models
