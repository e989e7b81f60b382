// Package trial describes studies that draw problems, try methods on each of them and compare the methods' errors
// with those of a reference. Use it if a study asks which of several methods has less error, and by how much.
//
// A [Trial] has five parts:
//
//   - cases: plain settings, each with a number of draws;
//   - a draw: a function that makes a problem of a case and a seed;
//   - methods: a function that lists what is tried on a problem;
//   - references: the methods by whose errors the others' are divided;
//   - predictions: bounds on ratios, written down before the run.
//
// [Cells] makes a whole study of it, with tables and a figure (the example). A study with a different
// result uses [Fold], which passes on the result of every run, and compares with [Compared], [Compare] and [Over].
//
// # Comparison
//
// All methods of a run see the same problem, so errors are paired. A ratio is that of mean errors over draws, with the
// percentile interval of a bootstrap that resamples draws. A [Row] also has the p of Wilcoxon's signed-rank test, and
// counts wins, ties and losses. [Blocks] shows the same ratio in quarters of the draws.
//
// # Caching
//
// Each run is a cell of package study: its part is cached under a digest of the case, the seed, and the functions Draw
// and Methods. A study with more draws computes only the new ones.
package trial
