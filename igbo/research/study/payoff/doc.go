// Package payoff simulates when an importance order lowers the error of a linear model, by the number of rows, the noise and
// the expert's reliability. Use [Result.Expect] to estimate the benefit before you train. Run it with
// `igbo study run payoff`. `igbo study show payoff` prints the committed result (result.json).
//
// # Simulation
//
// Each draw has a linear truth with six features:
//
//   - The weights fall by a random factor from 0.5 to 0.9, and their signs are random.
//   - The inputs are normal with one common factor; the absolute correlations are between 0 and 0.6.
//   - The noise leaves a given share of the target's variance explained.
//
// An expert ranks the features in a chain. Each link of the chain is a statement, which is right with a given probability, the
// trust; a wrong statement is reversed. The expert can also state the direction of every feature, each right with the same
// probability.
//
// The model is the default of `igbo train`: the average of two posteriors, with normal and Laplace weights, that learn how far
// to trust the order and the directions. It is compared with ridge regression with cross-validation, and with the same
// posteriors without the order. The error is the expected squared error on new rows, including noise.
//
// # Check on real tables
//
// [Result.Tables] compares the predicted change of the error with the measured one on the 34 tables of package shift, on other
// rows of the same group. The numbers of rows and columns are those of the table. The explained share is estimated from the
// committed errors of the mean and of ridge regression on all rows of a group. The trust is one number, which was chosen
// beforehand.
//
// # Limits
//
// The simulated truths are linear and have six columns. For another number of columns, [Result.Expect] uses the same number of
// rows per column; the study directions confirms this for 3 and 12 columns. The first result had 128 draws. The draws 1129 to
// 1256 were added later, with unchanged settings.
//
// The predictions (predictions.md) were committed after development draws with seeds 1 to 24 and before the reported draws.
package payoff
