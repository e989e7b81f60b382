// Package shift measures whether an order of importance still lowers the error when the model is used on another population.
// Use it to see what an order is worth if training and test rows come from different groups, such as schools, states, cities
// or years. Run it with `igbo study run shift`; the tables come from Python packages that you install first ([Install]).
// `igbo study show shift` prints the committed result (result.json).
//
// Each of the 34 tables has an order of its features with directions, which was written before any fit (orders.yaml). Each run
// draws one group and some of its rows, and fits every method. The result has errors relative to ridge regression, tables, a
// figure, and the outcome of each prediction.
//
// # Two questions
//
// Abroad: a model sees n rows of one group and predicts all other groups. Does an order that holds for all groups help more
// there than at home, on other rows of the same group?
//
// Taught: a teacher was trained on all rows of one group, and n rows of the other groups are available. Which part of the
// teacher helps most?
//
//   - its predictions: as they are, with a fitted scale, or as the point towards which ridge regression shrinks;
//   - only its order;
//   - its order and its directions.
//
// The student without a teacher, the student on the pooled rows, and the student with the written order are the baselines.
//
// # Methods
//
//   - ridge regression with cross-validation, the reference, scaled by the training rows or by the population;
//   - the mean of the target;
//   - rank-weighted ridge, sign-rank-ridge, and least squares over the order's cone;
//   - posterior means (package posterior) without knowledge, with signs, with the order, and with both, hard and soft;
//   - a student trained by IGBO with order and signs, with the settings of package realdata;
//   - ridge regression on the same number of rows from all groups except the test groups;
//   - two controls: the order with shuffled feature names (placebo), and the reversed order.
//
// The scale matters. The importance of a feature is |w_k| times the mean absolute deviation of its column. A column can vary
// much in the population and hardly within one group. The population's deviation needs no targets.
//
// # Measures
//
// The error is the mean squared error on at most 400 rows. Errors have heavy tails under a shift, so a method's ratio is the
// geometric mean over draws of its error divided by ridge's. A pooled ratio is the geometric mean over tables, with equal
// weights. The ratio of mean errors is also reported.
//
// Intervals of pooled ratios bootstrap tables, so they describe another table of this kind. Intervals of one table bootstrap
// its draws. The two comparisons of the main claim (predictions.md) have 97.5 % intervals. All others have 95 % intervals, each
// taken separately.
//
// # Limits
//
//   - The author chose the tables and knew the literature.
//   - Groups of one table are not independent, and the draws of a table share its rows.
//   - The choice of tables changes the result more than the choice of the method.
//   - The teacher is linear, and its order is treated as certain.
//   - Fine-tuning chooses among eight strengths; a posterior has nothing to tune.
//
// The licences of some tables are unclear. The study reads them from the installed packages, and only the result is committed.
// The file predictions.md lists the predictions and the changes that followed them.
package shift
