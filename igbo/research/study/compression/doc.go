// Package compression measures what a wide teacher's order of importance is worth for narrow students and for pruning. Use
// it to choose between an order, distillation and magnitude pruning. Run it with `igbo study run compression`; it needs a
// backend. `igbo study show compression` prints the committed result (result.json).
//
// Each run trains a teacher, prunes it, builds the graph of its scores, and trains every student in every way. The result has
// errors against the truth, with intervals over draws.
//
// # Students
//
// The paper lists compression guided by the graph as future work. A teacher with 64 units learns from 1000 samples, and a
// student with a few units, or a linear one, from 48. Students learn from labels, or by distillation from the teacher's outputs
// at their inputs and at the same number of inputs around them.
//
// All students train in two phases with equal steps. The second phase adds the order (the paper's intervals, or edges without
// intervals) or repeats the first, so every way has the same amount of training. The order comes from the teacher's absolute
// scores at the student's inputs, by the paper's rule. Each way chooses among eight weight decays by the error against the
// truth on development draws (seeds from 1000 on, testdata/development.json, at the centre), which favours all ways alike.
//
// # Pruning
//
// Pruning keeps a share of the teacher's inputs or hidden units and sets the others to their means, without further training.
// Inputs are ranked by mean score, which is a topological order of the graph because its edges lead from larger to smaller
// means. Units are ranked by their share of the output. The baselines are the norm of the weights and a random choice.
//
// # Predictions
//
// The predictions were written before the reported seeds, with the development draws known. The conclusion would change in two
// cases: if labels with the order had less error than distillation, with the whole interval; or if distillation with the order
// had not less error than distillation.
//
// # Findings
//
// [Reported] is the committed result, with 20 seeds:
//
//   - At the centre, the order after labels has 0.93 [0.88, 0.98] of the error of labels in the linear student, and 0.94 [0.85,
//     1.05], 0.96 [0.85, 1.07] and 0.87 [0.79, 0.95] with 2, 4 and 8 units.
//   - Distillation has less error than the order in every row: 0.64 [0.51, 0.77] of labels with 8 units.
//   - The order after distillation helps networks at the centre: 0.91 [0.85, 0.97], 0.91 [0.83, 1.00] and 0.88 [0.79, 0.97]. It
//     does not help the linear student: 1.01 [0.96, 1.07].
//   - Pruned to half of its inputs by importance, a teacher has 0.25 [0.22, 0.29] of its error by magnitude; with half of its
//     units, 0.59 [0.53, 0.65].
//   - With an eighth of the units, a random choice is better than both rankings (0.61 against 1.18 and 1.39), because large
//     contributions of opposite signs no longer cancel.
package compression
