// Package rivals compares published methods that learn from an order, signs or importances with the methods of this library.
// Use it to choose a method for your kind of knowledge. Run it with `igbo study run rivals`; it needs a backend.
// `igbo study show rivals` prints the committed result (result.json).
//
// The inputs are the designs of the studies few-samples, wrong-prior, real-data and shift. Each run draws one problem and fits
// every applicable method. The result has errors relative to ridge regression, tables, a figure, and the outcome of each
// prediction.
//
// # The methods
//
// Four methods are reimplemented from the papers (package benchmark describes the sources of each):
//
//   - constraints on importances in the loss (Picchiotti and Gori, arXiv 2110.06596);
//   - explanation constraints (Pukdee et al., arXiv 2303.14496);
//   - penalty factors with an exponent by cross-validation (LLM-Lasso, arXiv 2502.10648);
//   - a spike-and-slab prior with a hyperprior on how far scores are trusted (the LLM Sparsity Prior, arXiv 2605.23102).
//
// All are linear and see the same rows and the same order. Explanation constraints also see 200 inputs without targets. The
// methods of this library are ridge regression, its variants with ranks and signs, ordered least squares, IGBO's students, and
// posteriors.
//
// # The budget
//
// Every tuned method has eight settings and the same five folds. LLM-Lasso tunes two numbers and has 32 settings, which favours
// it. Posteriors and ordered least squares tune nothing.
//
// # Reduced settings
//
// The sets of real-data with classes are omitted, because the methods are implemented for the squared loss. Posteriors have one
// chain of 200 and 600 sweeps, as in the study shift. Each shift has 32 draws, because the choice of tables matters more there.
// No method is fitted to networks.
//
// # Complexity
//
// Pukdee et al. explain the benefit of explanations by a smaller Rademacher complexity. The study computes by how much an
// order, signs, or both reduce the complexity of linear models on the training inputs, and whether the reduction of the error
// is correlated with it over cases.
//
// # Findings
//
// With a right order no published method has less error, with its whole interval, than the posterior with the same knowledge,
// in any of the designs. In the other groups of the shift study four tie with it: importance constraints row by row and the
// sparsity prior with the posterior under the order, explanation constraints and LLM-Lasso with signs with the posterior under
// both. Sign-rank-ridge, which is one line of code, has less error than LLM-Lasso with signs in all four designs.
//
// With a wrong order the published methods are safer than a constrained model. If the order is reversed, none has more than 1.1
// times ridge's error. The posterior and IGBO have more than three times with 16 samples and more than twenty times with 64. A
// soft order with signs has less error than all of them; part of this gain comes from the signs.
//
// With nearly equal weights (decay 0.9), lasso, LLM-Lasso and spike and slab do worse than ridge, because they are made for
// sparse truths.
//
// Gains are not correlated with the complexity. Over the 34 tables, the rank correlation of the remaining complexity and the
// remaining error is near 0 for the posterior, and for explanation constraints with signs it is 0.23, with an interval that
// contains 0. An order without signs leaves nine tenths of the complexity and a quarter of ridge's error.
//
// All 37 predictions were met. This is weak evidence, because the bounds were set after 8 to 24 development draws of the same
// designs.
//
// # Limits
//
// Two of the methods are reimplemented from abstracts and can differ from the originals. Truths and tables are dense, with
// about ten columns, and the sparsity prior and LLM-Lasso were made for hundreds. Only the squared loss and linear models were
// tried. LLM-Lasso has four times as many settings, the posteriors none.
package rivals
