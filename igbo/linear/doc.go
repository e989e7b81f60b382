// Package linear fits penalised, ordered, constrained and robust linear models. Use it if one effect per column
// is enough, or as a reference for larger models:
//   - [Fit] minimises a penalised loss over the rows of a [samples.View]. The [Penalty] has a strength for each
//     column, a centre to which weights are shrunk, and signs.
//   - [Path] fits ridge regression, its logistic, softmax and Poisson counterparts, and penalised median and
//     quantile regression at several strengths. It reads the rows in blocks and does not copy them.
//   - [Suite] fits each [Method] that applies to [Constraints], which are an importance order of features and
//     directions of columns. The methods are ridge, rank-weighted penalties, the smallest loss over the cone of
//     the order, posterior means, and their stacked average. Inner folds determine the strengths and the
//     weights of the average.
//
// All of them return a [Model], which predicts in the data's units. Models are fitted in standardised units, in
// which inputs have mean 0 and standard deviation 1, and so do targets if the loss allows scaling. So a
// strength means the same for every column.
//
// # Posterior means as one model
//
// Under the squared loss, the predictive mean of a linear posterior is exactly the linear model with the mean
// weights.
//
// Under the logistic loss, no linear model has the mean probability of the draws. [Fitted].Members therefore
// predicts by the mean probability of some draws. Stacking requires a linear model, so it uses the linear logit
// with the smallest Kullback–Leibler divergence from the mean probability (Lindley's decoupling; Piironen,
// Paasiniemi and Vehtari, 2020), on the training rows and on rows between them.
//
// For counts, the mean rate has long tails if there are few rows. The log-linear rate that is nearest to it
// does not, so it is used for predictions.
package linear
