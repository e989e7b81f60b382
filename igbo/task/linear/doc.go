// Package linear fits penalised linear models of one step: the rivals of a model that
// follows an order. In flow a table ([Data]), a task loss (squared, logistic, softmax or Poisson)
// and a [Penalty]: a strength for each weight, a point that weights are drawn to, and
// known signs; out flows a [Model] in the data's own units.
//
// Fitting is in standardised units, inputs and (under a loss that scales) target at mean 0 and deviation
// 1 on the data to train on, so that a strength means the same for every column.
package linear
