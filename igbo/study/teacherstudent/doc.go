// Package teacherstudent is the paper's experiment (section "Experimental
// Validation"). In flow the settings of a task, a teacher and its students; out
// flow Table I with the paper's numbers beside ours, the comparisons, and a check
// whether the DAG's edges recur on fresh points; and the ablation over α, λ and r.
//
// The rivals are least squares, the best a linear student can do, and a
// baseline that is trained identically but for the second objective. 5 seeds,
// as in the paper. An IGBO student whose error lies below its own baseline's by
// more than the deviation over seeds would change our mind.
//
// The cells of a teacher, a baseline and an IGBO student are shared by all
// studies of this task.
package teacherstudent
