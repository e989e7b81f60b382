// Package teacherstudent reproduces the paper's experiment (section "Experimental Validation"). Use it to compare Table I of
// the paper with this implementation, and for ablations over α, λ and r. Run it with `igbo study run teacher-student`,
// `teacher-student-absolute` or `ablation`. `igbo study show NAME` prints the committed result of each (result.json,
// absolute.json, ablation.json).
//
// The inputs are the settings of a task, a teacher and its students. The result has Table I with the paper's numbers next to
// ours, the comparisons, and a check whether the edges of the DAG recur on fresh points. Other studies of this task use the
// same runs of a teacher, a baseline and an IGBO student.
//
// # Baselines
//
// The baselines are least squares, which is the best linear student, and a student that is trained identically without the
// second objective. There are 5 seeds, as in the paper. An IGBO student is better than its baseline if its error is lower by
// more than the standard deviation over seeds.
package teacherstudent
