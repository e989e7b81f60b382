// Package verdict compares models on a user's own data and says whether an order of importance holds in them, whether
// knowing it helps, and which model to use. It takes data, an order ([Order]) and a [Config], and returns a [Verdict] with three
// answers, a table of all models, and the kept model trained on all data.
//
// # Procedure
//
// The data are split into folds, several times over. On the training part of each fold, and
// on nothing else,
//
//  1. inputs and target are standardised, and ridge regression (of the logits, for classes) is fitted with the penalty
//     that has the least loss over inner folds;
//  2. a model starts there: the linear one at ridge's weights, a network where training on
//     the task alone with weight decay (chosen on inner folds too) took it;
//  3. from this one start two models are trained by the same steps, one on the task alone, the
//     other with the order; the penalty stays in the task loss of both;
//     With [Config.Starts] a network takes 2 and 3 from several starts, and the models are their means; with [Config.Patience]
//     each training ends early, by rows held out of the training part;
//  4. with [Config.Gate], 2 and 3 are done on the inner folds as well, and the order is kept
//     where its loss there is not larger.
//
// Padded series ([igbo.Data] with a mask, or a long table) stay whole in every fold. Their valid steps count
// alike, with the weight of their series. Ridge regression, which is the start of the linear model, sees one step at a time;
// beside a model that goes through the steps it is a plainer rival, and its penalty none of the model's, whose decay is
// chosen on the inner folds.
//
// A problem has one target: several have units and orders of their own, and are judged one at a time.
//
// # Questions
//
// The folds' test parts answer three questions, each by the ratio of the mean losses of two models:
//
//  1. Does the order hold? ([Verdict.Holds]) A model that must follow the order is compared with the same model without it: the means of
//     posteriors under the hard order and under none (known directions stay in both if there is more than directions), or, for networks, orders
//     with numbers, and where no posterior applies, IGBO with the order and without it. The probability of the order under the soft posterior, ½ before the data, is given
//     beside it: with few rows the loss hardly answers this question.
//  2. Does knowing it help? ([Verdict.Helps]) The mean of the posterior that learns how far to trust the order is compared with the posterior that knows
//     nothing; with [Config.Gate] the gated model with the one without the order.
//  3. Which model? ([Verdict.Use]) The kept model is compared with the best of the table. The level holds for all models together
//     (Bonferroni), as the best one is chosen after the fact.
//
// An answer is [NoDifference] if the interval of the ratio is within [Config.Margin] of 1, else [Helps] or [Costs] if the interval is below or above
// 1, else [Untold]. The margin decides first.
//
// # Intervals
//
// Losses of J folds are dependent, as training parts overlap, and rows are few. The interval is computed for the logarithm of the ratio and has
// the larger of two half-widths: that of the corrected resampled t statistic (Nadeau and Bengio, 2003) of the folds' relative losses, and that of the mean over
// samples. In the folds in which the order does nothing both models are the same and have no spread; the interval is wider for them, by what
// an order of q statements can gain and cost that these data cannot show, about q/n and χ²_q/n of the loss.
//
// In simulations (TestIntervalCovers: 40 rows, five columns, R² ½, 400 data sets for each order) intervals of 95 % cover the ratio of
// expected losses over training sets of this size (M), and that of this data set's models on new rows (C), in these shares. Each model is compared
// with ridge regression; the last three rows compare with the same model without the order.
//
//	                          right         half wrong    reversed      equal weights
//	                          M      C      M      C      M      C      M      C
//	mean                      0.95   0.97   0.95   0.97   0.95   0.97   0.94   0.95
//	boosted trees             0.99   0.98   0.99   0.98   0.99   0.98   0.97   0.98
//	boosted stumps            0.98   0.98   0.98   0.98   0.98   0.98   0.97   0.98
//	posterior, nothing known  1.00   1.00   1.00   1.00   1.00   1.00   1.00   1.00
//	rank-weighted ridge       1.00   1.00   1.00   1.00   1.00   0.99   1.00   1.00
//	posterior, hard order     1.00   0.99   1.00   0.98   0.97   0.97   0.99   0.99
//	posterior, soft order     1.00   1.00   1.00   1.00   1.00   1.00   1.00   1.00
//	stacking                  1.00   1.00   1.00   1.00   1.00   1.00   1.00   1.00
//	IGBO                      0.99   1.00   0.99   0.99   0.93   0.98   0.99   0.99
//	posterior, hard order     1.00   0.98   0.99   0.97   0.94   0.96   0.98   0.97
//	posterior, soft order     0.99   0.98   1.00   0.98   1.00   0.99   1.00   0.99
//	IGBO                      0.99   1.00   0.99   0.99   0.93   0.98   0.99   0.99
//
// Where they cover more than 95 %, the intervals are too wide. The models that use directions, other losses and other numbers of rows were not simulated. For the
// model that is fitted to all rows the intervals promise no more than the average.
//
// # Diagnostics
//
// A model that follows a wrong order follows it as well as a right one: the final H is no evidence. The evidence is the training loss with
// the order divided by ridge's, the same on the test parts, and how far the start was from the order.
//
// The defaults are the rule feasibility-first on unit gradients with the absolute score and the
// training mean as the baseline, which did best in simulations with known orders.
//
// # Memory
//
// All folds share the table, or the data in memory: N·columns numbers of 8 bytes. Of its own a fold has one bit a
// row. While a fold is done, on each core, its training and test part are there as N·T·D numbers, and once more in the
// model's units; ridge regression goes through them in blocks. [Bytes] is the sum, and what the machine
// has not is an error before anything is trained.
package verdict
