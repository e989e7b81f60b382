// Package vjp holds gradients (vector–Jacobian products) that GoMLX v0.28.8 lacks
// or gets wrong, made of operations that have right ones themselves.
//
// What flows in: a node of a graph and the adjoints of its outputs. What flows
// out: the adjoints of its inputs ([Rules]), the same operation in terms of
// others ([Decompositions]), and why some settings have neither ([Refusal]).
// Package forward puts the rules into graph.VJPRegistration.
package vjp
