// Package models builds the architectures of the project on GoMLX: Linear and MLP for tables; GRU, LSTM, causal attention and causal
// convolution for series.
//
// Use a [Spec] to choose an architecture in a configuration, or call an architecture's settings directly. Both return a function
//
//	func(scope *model.Scope, x *graph.Node) *graph.Node    x [B,T,D] → y [B,T]
//
// that can be called many times in one graph, as attribution does. Every operation in it has a second derivative, because the
// interpretability loss is a function of the model's gradients.
package models
