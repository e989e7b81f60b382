// Package polytope knows what an order of importance says when nobody gives numbers: the
// moments of shares that are drawn uniformly from all that obey it.
//
// What flows in: n features and edges u→v (u matters more than v). What flows out: the
// mean of every share, the mean and variance of every difference, and from these the
// intervals of a graph's edges ([Intervals]).
//
// # The polytope
//
//	S = { s : s_k ≥ 0,  Σ_k s_k = 1,  s_u ≥ s_v for every edge u→v }
//
// A uniform point of the simplex is n independent exponentials divided by their sum, which
// is independent of them, and an order does not see the sum. So with X_k ~ Exp(1) that obey
// the order
//
//	E[s_k] = E[X_k]/n,   E[s_u·s_v] = E[X_u·X_v]/(n(n+1)),
//
// and features that no chain of edges joins are independent: every connected component
// is treated by itself, and a feature without an edge costs nothing.
//
// # Exact moments
//
// Of m exponentials the j-th largest is Σ_{i=j..m} E_i/i with E_i ~ Exp(1) independent, in
// whichever order they stand. With h(j) = Σ_{i=j..m} 1/i and q(j) = Σ_{i=j..m} 1/i²,
//
//	E[X_u] = E[h(r_u)],   E[X_u·X_v] = E[q(max(r_u, r_v)) + h(r_u)·h(r_v)],
//
// where r is the rank in a uniformly drawn linear extension. The averages over linear
// extensions are sums over ideals, the sets of features that can come first, by dynamic
// programming. A component of m features with I ideals takes I·m cells of memory and
// about I·m·w operations, w being the largest number of features that no edge orders.
//
// # Sampling
//
// Where I·m would exceed [Options].MaxCells, the averages are taken over a Markov chain on linear
// extensions: given the ranks, the exponentials are drawn anew; given all others, each
// is drawn anew between its neighbours in the order; the ranks of these are next. Four chains
// start apart and run twice as long as before, until split R̂ of every share is small and so
// is its standard error; else the error is a [*ConvergenceError]. The draws follow from the
// seed alone.
//
// # Limits
//
// [MaxFeatures] features, [MaxComponent] in one component, [MaxEdges] edges; a graph's ties and
// bounds are no part of the order. On one core, exact moments take up to a second, the sampler 0.4 s for
// 30 features and half a minute for a component of 512.
package polytope
