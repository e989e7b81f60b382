// Package feasible decides whether scores exist that satisfy constraints on their differences, and
// finds contradictory constraints.
//
// The input is a [System] of constraints
//
//	H_p − H_q ≥ least    (p or q may be the Ground, whose score is 0),
//
// each of which belongs to a group, and of limits for all scores,
//
//	lo ≤ H_k ≤ hi,   Σ_k |H_k| ≤ norm.
//
// [Solve] returns scores that satisfy all constraints, or a [Proof] that there are none.
// [Contradiction] returns a [Core]: a contradictory set of groups.
//
// # The linear program
//
// Without the norm, the constraints are a system of difference constraints. It has a solution iff
// no cycle of constraints adds up to more than 0 (Bellman–Ford). With the norm, the question is
// whether the linear program
//
//	minimise Σ_k |H_k|  subject to the constraints
//
// has a value of at most norm. Its dual is a flow with f_c ≥ 0 units on every constraint c. At
// every feature, inflow and outflow differ by at most one unit:
//
//	maximise Σ_c f_c·least_c  subject to |Σ_{c: p=k} f_c − Σ_{c: q=k} f_c| ≤ 1 for every k.
//
// So the optimal flow is integral and can be found by successive longest paths. It is also the
// proof: Σ|H| ≥ Σ_c f_c·(H_p − H_q) ≥ Σ_c f_c·least_c for all scores. If lo ≥ 0 (the absolute
// score), the smallest scores that satisfy the constraints are optimal, and the flow is the tree of
// their longest paths.
//
// # A smallest core
//
// Contradiction removes groups one by one as long as the rest is infeasible. It then searches for a
// smallest set by implicit hitting sets, within a work limit. The search finishes on files with a
// few dozen statements.
//
// # Tolerances
//
// A cycle is a contradiction if it adds up to more than 1e-12 times the largest number. A norm is
// violated if Σ|H| exceeds it by more than a fraction of 1e-9.
package feasible
