// Package tasks measures how IGBO changes if its scores use the learned paths of a routing oracle instead of straight ones.
// It is the fourth question of study routing: run it with `igbo study run routing --set questions=tasks`. It needs a
// backend. `igbo study show routing` prints the committed result of all questions.
//
// The tasks have inputs that hardly matter according to an expert. Each run trains one network. The result has errors, scores
// and gradients on and off the data, with intervals over seeds.
//
// # The question
//
// A straight path leaves the data, so IGBO shapes gradients outside the data. Does that increase the error, or does it remove a
// shortcut, an input that predicts in training and not in the test? A test point with a broken shortcut is outside the training
// data, too.
//
// In all four tasks y = sin 3x_1 + x_2:
//
//   - few samples around a ring, with two features without effect;
//   - a shortcut with inputs on that ring, where the straight path leaves the data through the hole;
//   - a shortcut with inputs in a square, where the path leaves the data only along the shortcut;
//   - the shortcut on the ring, with the paper's signed scores instead of absolute ones.
//
// The methods have the same start, batches, steps and number of quadrature points: no expert; straight paths; the oracle's
// paths; and paths across, which move the bounded inputs after the others and so leave the data on purpose. The oracle is
// trained once per task, on unlabelled points of the training distribution that the networks do not see. Its time is not in the
// budget.
//
// To explain the errors, the study also measures the gradients of the bounded inputs on the data, at the test points and along
// every path. Two further measures are the part that cancels along a path, and the distance of the paths from the test points.
//
// The oracle does not help if the interval of its error ratio to straight paths includes 1. The explanation fails if gradients
// at the test points are not correlated with the errors.
//
// # Findings
//
// The committed result has 20 seeds that the settings were not chosen on. Shortcuts are removed better along the oracle's paths
// than along straight ones: the ratio of errors is 0.73 [0.63, 0.84] on the ring and 0.82 [0.77, 0.87] in the square. The ratio is
// 1.05 [0.98, 1.14] on few samples and 0.95 [0.78, 1.16] with signed scores; both intervals include 1. All networks of a task share
// one oracle, whose randomness is not part of the intervals. Paths across, off the data on purpose and without an oracle, have the
// least error: 0.56 [0.51, 0.61], 0.49 [0.42, 0.56] and 0.64 [0.51, 0.79], and 0.89 [0.83, 0.94] on few samples.
//
// The explanation: errors in the test are correlated with ∂F/∂s at the test points (0.95 and 0.98 for the logarithms). A bound
// on a path hardly changes these gradients if contributions cancel along the path, and networks learn such cancellation. Of
// ∫|∂F/∂s·dγ| along the straight paths on the ring, 0.87 remains in the sum without an expert, and 0.43 after training on these
// paths: a factor of 0.49. Along the oracle's paths the numbers are 0.51 and 0.46, a factor of 0.90, and across 0.97 and 0.95.
// The square has the same order of factors (0.56, 0.79, 0.94). On few samples, where the errors are nearly equal, the factors
// are 0.80 and 0.75. Around the ring, ∂F/∂s along straight paths is +0.023 on the data and −0.014 in the hole, where there are
// no data. Straight paths are nearer to the test points, 0.45 against 0.49, which does not help.
package tasks
