// Package example shows a routing oracle's path and measures attributions along it. It is the third question of study
// routing: run it with `igbo study run routing --set questions=example`. It needs a backend. `igbo study show routing`
// prints the committed result of all questions.
//
// The data are the distribution of package curve, with its networks, and a distribution of travelling waves. The runs train an
// assessor and an oracle on each, and the networks. The result has paths for several numbers of anchors, attributions along
// them with the true values, tables and figures.
//
// # The question
//
// Networks that agree on the data disagree about attributions along the straight path, which leaves the data. Do they agree
// along the path of an oracle that has learned from the same data, and on the truth?
//
// The baselines are the straight path and, as an upper bound, the path along the true curve. Seeds only change the networks,
// which share one oracle. An oracle's path with a spread as wide as that of the straight path would be worth nothing.
//
// The example has one pair of points of one distribution, which was chosen because it shows the effect. Package validity has
// the distributions, pairs and baselines for a comparison.
package example
