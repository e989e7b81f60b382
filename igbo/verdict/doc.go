// Package verdict says whether an order of importance helps a model on a user's own
// data. In flow data, an order ([Order]) and a [Config]; out flow a [Verdict] in one
// sentence, with its interval and diagnostics, and a model trained on all data.
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
// The folds' test parts then tell the loss with and without. The differences of J folds are
// dependent, as their training parts overlap: the interval is that of the corrected
// resampled t statistic (Nadeau and Bengio, 2003),
//
//	mean ± t_{J−1}·s·√(1/J + n_test/n_train).
//
// Where the model follows the order by itself, the difference of a fold is 0, and an interval of such folds would be too narrow, at
// last [0, 0]: for their share it is wider, by what q statements may gain and cost that these data cannot show, about q/n and χ²_q/n of
// the loss. In simulations, where the t interval alone covers .04 to .97, it covers .92 and more.
//
// The order helps where the interval is above 0, costs where it is below, and makes
// otherwise no difference that these data show.
//
// # Diagnostics
//
// A model that follows a wrong order follows it as well as a right one: the final H is no
// evidence. What tells is the training loss with the order beside ridge's, the loss on
// the test parts beside ridge's, and how far the start was from the order.
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
