// Package feasible decides whether scores exist that satisfy constraints on their differences, and finds constraints that contradict each
// other.
//
// The input is a System of constraints
//
//	H_p − H_q ≥ least    (p or q may be the Ground, whose score is 0)
//
// each stated by a group, and of limits for every score,
//
//	lo ≤ H_k ≤ hi,   Σ_k |H_k| ≤ norm.
//
// The result is scores that satisfy all constraints, a Proof that there are none, or a Core: groups that contradict each other.
//
// # The linear programme
//
// Without the norm this is a system of difference constraints: it has a solution iff no
// cycle of constraints adds up to more than 0 (Bellman and Ford). With it, the question is
// whether the programme
//
//	minimise Σ_k |H_k|  subject to the constraints
//
// has a value of at most norm. Its dual is a flow: f_c ≥ 0 units on every constraint c, at
// most one unit more or less leaving a feature than entering it,
//
//	maximise Σ_c f_c·least_c  subject to |Σ_{c: p=k} f_c − Σ_{c: q=k} f_c| ≤ 1 for every k,
//
// so the best flow is integral, is found by successive longest paths, and proves itself:
// Σ|H| ≥ Σ_c f_c·(H_p − H_q) ≥ Σ_c f_c·least_c for all scores. Where lo ≥ 0 (the
// absolute score) the least scores that meet the constraints, each by itself, are the best,
// and the flow is the tree of their longest paths.
//
// # A smallest core
//
// Groups are left out one after another as long as the rest has no solution. Then a search
// by implicit hitting sets looks for fewer, and proves that there are none, within a limit of
// work: in files of some dozens of statements it ends.
//
// # Tolerances
//
// A cycle must add up to more than 1e-12 of the largest number, and Σ|H| exceed the norm by
// more than 1e-9 of it, to count as a contradiction.
package feasible
