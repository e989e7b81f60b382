// Package oracletraining asks what IGBO gains or loses where its scores are taken along the
// learned paths of a routing oracle in place of straight ones. In flow tasks with
// inputs that an expert says hardly matter; each cell trains one network; out flow
// errors, scores and gradients on the data and off them, with intervals over seeds. It
// needs a backend.
//
// # The question
//
// A straight path leaves the data, and IGBO then shapes gradients where there are none.
// Is that harm, or what removes a shortcut, an input that predicts in training and not in
// the test? A test point with a broken shortcut is off the training data itself.
//
// Four tasks, y = sin 3x_1 + x_2 in all: few samples around a ring beside two silent features;
// a shortcut beside inputs on that ring, where the straight path leaves through the hole;
// a shortcut beside inputs in a square, where it leaves by the shortcut alone; and the
// shortcut on the ring with the paper's signed scores in place of absolute ones.
//
// Rivals, all with the same start, batches, steps and number of quadrature points: no expert;
// straight paths; the oracle's; and paths across, on which the bounded inputs move
// alone after the others, off the data on purpose. The oracle is trained once for a task, on
// unlabelled points of the training law that the networks do not see; its
// time is not in the budget.
//
// Beside errors it measures why: the gradients of the bounded inputs on the data, at the
// test points and along every path, what cancels along a path, and how near the paths come to
// the test points.
//
// What would change our mind: an interval of the error along oracle paths over that
// along straight ones that includes 1; and, of the explanation, gradients at
// the test points that do not go with the errors.
package oracletraining
