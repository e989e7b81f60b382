// Package judged measures whether an order that a model was trained to follow also holds for importance measures that were
// not part of the training. Use it to check whether a model under an order only fits its training score. Run it with
// `igbo study run judged`. `igbo study show judged` prints the committed result (result.json).
//
// # The question
//
// A model under an order is trained until its scores, the shares of temporal integrated gradients (TIG), follow the order. It
// can overfit this score. Package judged retrains the students of other studies ([benchmark.Cohort]) in one or two
// representative settings of each study, with and without the order. It judges each student by
//
//   - the trained score: TIG shares at the training inputs, with the quadrature points of the training;
//   - the same score at fresh inputs, with many points;
//   - Shapley values: their mean absolute value at fresh inputs, with the training inputs as background;
//   - permuted output: how far the output changes on fresh rows if a feature is permuted;
//   - permutation importance: how much the loss rises if a feature is permuted, which also depends on the truth;
//   - the truth or the teacher from which the order comes, if known: its TIG shares at fresh inputs.
//
// An edge of the order holds by a judge if the more important feature has at least the importance of the other one. The result
// is the share of edges that hold, and the gain over the same student without the order by the same judge. The transferred part
// is this gain divided by the gain of the trained score.
//
// For linear models of single columns, TIG shares, Shapley values and the permuted output all grow with |w| times a spread of
// the column, so they differ only by the rows at which the spread is measured. Permutation importance under the squared loss is
// then proportional to w·w*, where w* is the truth's weight: a model alone cannot satisfy it. Package judged therefore excludes
// it from the conclusion.
//
// In a series, the inputs of a feature at all steps count together. TIG shares are means over the outputs of all steps that
// count. Shapley values explain the last output, with all steps of a feature as one player. A permutation exchanges whole
// series of a feature. The error of weather includes the first days of a window, which the importances exclude.
//
// # Settings
//
// The settings come from few-samples, wrong-prior, real-data, shortcut, compression, black-box, credit, teacher-student, pareto
// and weather. Linear students have 256 draws, and so have small networks; slower students and networks of series have fewer
// ([Config]). The settings teacher-student and pareto explain 200 fresh rows, because some of their features matter about
// equally. Some studies have no setting here:
//
//   - sequences trains without an order, and recurrence trains no student,
//   - learning-curves trains the students of teacher-student for longer, with signed scores,
//   - teacher-student has signed scores by default, and a student cannot follow their order: the setting here uses absolute
//     scores,
//   - shift reads tables of installed packages. Its student under the order is of the kind of real-data's.
//
// # Predictions
//
// The predictions (predictions.md) were committed before the reported draws; those for black-box and later settings followed
// after the others. The first result had 64 draws of the first eight settings. The draws 6065 to 6256 were added later, with
// unchanged settings.
package judged
