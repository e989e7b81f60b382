// Package models builds neural networks on GoMLX: linear models and multilayer perceptrons for tables, and
// GRUs, LSTMs, causal attention and causal convolutions for series.
//
// To choose an architecture in a configuration, use a [Spec]. To build one directly, call a function such as
// [MLP] or [GRU]. Both ways return a function
//
//	func(scope *model.Scope, x *graph.Node) *graph.Node    x [B,T,D] → y [B,T]
//
// that can be called several times in one graph, as attribution does. All operations have second derivatives
// because the interpretability loss depends on the model's gradients.
package models
