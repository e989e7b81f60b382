// Package pareto traces the trade-off between L and H. In flow the settings of
// the teacher–student experiment, projection rules and trade-offs λ; out flow
// each rule's sweep of linear students from the same start with the same number
// of steps, and the area that its front dominates (the hypervolume).
//
// The rivals are the rules, the weighted sum among them; least squares and the
// unconstrained student are the ends. 5 seeds. A rule whose hypervolume is above the
// weighted sum's by more than the deviation over seeds would change our mind.
package pareto
