// Package linear fits penalised, ordered, constrained and robust linear models.
//
// Use it if an effect of each column is enough, or as the reference that a larger model has to beat:
//
//   - [Fit] minimises a penalised loss over the rows of a [samples.View]. The [Penalty] has a strength for each column, a point that weights are drawn to, and signs.
//   - [Path] fits ridge regression, its logistic, softmax and Poisson counterparts, and penalised median and quantile regression, at several
//     strengths. It reads the rows in blocks and holds no copy of them.
//   - [Suite] fits each [Method] that applies to [Constraints], an importance order of features with directions of columns: ridge, penalties
//     by rank, least loss over the cone of the order, posterior means, and the average of them all by stacking. Inner folds choose the
//     strengths and the weights of the average.
//
// All of them return a [Model], which predicts in the data's units. Fits are in standardised units, in which inputs, and the targets if the
// loss scales them, have mean 0 and standard deviation 1. A strength therefore means the same for every column.
//
// # The mean of a posterior as one model
//
// Under the squared loss the predictive mean of a linear posterior is the linear model of the mean weights, exactly. Under the logistic
// loss no linear model has the mean probability of the draws. There some draws predict by their mean probability ([Fitted].Members). The
// average by stacking is linear, so it uses the linear logit with the least Kullback–Leibler divergence from the mean probability instead
// (the decoupling of Lindley; Piironen, Paasiniemi and Vehtari, 2020), on the training rows and on rows between them.
//
// The mean rate of counts has long tails if rows are few. The linear logarithm of a rate nearest to it has none, so it predicts.
package linear
