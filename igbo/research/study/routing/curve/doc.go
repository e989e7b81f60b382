// Package curve measures how attributions change if the path leaves the manifold of the data. It is part of the third
// question of study routing (`igbo study run routing --set questions=example`), and notebook 02 runs it separately. It needs
// a backend. `igbo study show routing` prints the committed result of all questions.
//
// The inputs are on a curve, and the networks differ only in their seed. Each run trains one network and attributes one input
// along two paths. The result has outputs on the paths, attributions with the true values, tables and figures.
//
// # The question
//
// The straight path from a baseline to an input runs through mixtures of the two, which can be unlike the data. Networks that
// agree on the data may have any output there, and the integral includes it. How much do their attributions differ, while test
// error and completeness gap are small?
//
// The baseline is the path along the curve. Seeds only change the networks; the data are the same. The distribution was chosen
// because it shows the effect clearly; milder ones show little. The study therefore shows what can happen, not how often.
package curve
