// Package oraclefront traces what a routing oracle trades: the length of its paths
// against their validity. In flow laws, projection rules and trade-offs λ; each
// cell trains oracles of one rule on the data of one seed, one for each λ, all from
// the straight line; out flow length and validity of their paths between fresh points,
// by the law's own distance, tables and figures. It needs a backend.
//
// # The question
//
// The paper trains the oracle by its rule P on L_path and L_valid, and promises "the
// same convergence guarantee" as for models: convergence to Pareto-stationary points. The
// straight line minimises L_path, so it is one. Does P leave it? How valid do paths
// become by other rules, and at what length?
//
// The rivals are a weighted sum, which may ascend L_path, and feasibility-first, which
// takes unit gradients, or rescales them to their geometric mean. Five seeds; a sweep of λ for each rule. P reaching a
// validity within the intervals of the weighted sum's at any λ would change our mind.
//
// What was found on ring and curve (result.json): under Adam on drawn pairs P does leave
// the straight line, the further the larger λ, since under conflict its roles are
// exchanged; it ends less valid than the weighted sum and feasibility-first, which tie.
package oraclefront
