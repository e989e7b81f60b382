// Package polytope computes moments of importance shares that are uniformly distributed over all
// shares that satisfy an order.
//
// Use it to derive intervals for an order without numbers. The input is n features and edges u→v (u
// matters more than v). The result is the mean of every share, and the mean and variance of every
// difference. [Intervals] sets the intervals of a graph's edges.
//
// # The polytope
//
//	S = { s : s_k ≥ 0,  Σ_k s_k = 1,  s_u ≥ s_v for every edge u→v }
//
// A uniform point of the simplex is n independent exponentials divided by their sum. The sum is
// independent of that point, and the order does not depend on it. So, for X_k ~ Exp(1) that satisfy
// the order,
//
//	E[s_k] = E[X_k]/n,   E[s_u·s_v] = E[X_u·X_v]/(n(n+1)).
//
// Features in different connected components are independent, so the package computes each
// component separately.
//
// # Exact moments
//
// The j-th largest of m exponentials is Σ_{i=j..m} E_i/i with independent E_i ~ Exp(1), for any
// order of the features. With h(j) = Σ_{i=j..m} 1/i and q(j) = Σ_{i=j..m} 1/i²,
//
//	E[X_u] = E[h(r_u)],   E[X_u·X_v] = E[q(max(r_u, r_v)) + h(r_u)·h(r_v)],
//
// where r is the rank in a uniformly drawn linear extension. The averages over linear extensions
// are sums over ideals, which are the sets of features that can come first. They are computed by
// dynamic programming. A component with m features and I ideals takes I·m cells of memory and about
// I·m·w operations, where w is the largest number of mutually unordered features.
//
// # Sampling
//
// If I·m exceeds [Options].MaxCells, the averages are taken over a Markov chain on linear
// extensions. Each sweep draws the exponentials given the ranks, and then each exponential between
// its neighbours in the order. Four chains run in rounds, and each round is twice as long as the
// previous one. They stop when split R̂ and the standard error of every share are small, or with a
// [*ConvergenceError]. The seed determines all draws.
//
// # Limits
//
// The package accepts [MaxFeatures] features, [MaxComponent] features in one component, and
// [MaxEdges] edges. It ignores ties and bounds.
package polytope
