// Package shortcut measures whether a bound on a feature's importance removes a shortcut: a feature that predicts the target
// in training but not in the test. Use it to choose a remedy for a suspect feature. Run it with `igbo study run shortcut`;
// it needs a backend. `igbo study show shortcut` prints the committed result (result.json).
//
// Each run draws data of one [Setting] and fits every method. The result has errors in and out of distribution, with intervals
// over draws.
//
// # Remedies
//
// An expert suspects one feature. The study compares
//
//   - edges that rank the suspect below all other features;
//   - a cap on its share of the attributions, with scores at the training inputs or at inputs with permuted suspects;
//   - a bound on its attribution;
//   - a penalty on the network's derivative by the suspect;
//   - a prior on its expected gradients;
//   - weight decay;
//   - deletion of the feature;
//   - for linear students, posterior means (package posterior) under the edges, hard and with a learned trust, without the
//     suspect and without knowledge, and a stack.
//
// Monotone constraints are not included, because the sign of a feature does not limit its importance. Least squares over an
// order's cone needs directions, which are unknown here. A posterior cannot express a cap on a share; with a cap of 0 it is the
// posterior without the suspect.
//
// # Students and tuning
//
// Students are a linear model, an MLP and a GRU under the squared error, and a linear model and an MLP under the logistic loss.
// In training the suspect is the target with some noise; in the test it is the target of another sample. All methods
// ([benchmark.Network]) have the same start, batches and steps.
//
// Each method with a strength has eight to choose from. Cross-validation cannot choose the strength: every remedy increases the
// loss on the training distribution, so validation selects the weakest one. Each method therefore uses the strength with the
// least error out of distribution on development draws (seeds from 1000 on, testdata/development.json, at the centre). This
// favours every method alike, including weight decay. All settings of a student share the strength.
//
// # Predictions
//
// The predictions were written before the reported draws, with the development draws known; those for posteriors were written
// after the first result (20 draws). The result lists them with their outcomes. The committed result has the draws 5001 to 5256
// of each student at its centre, in four blocks, and 64 draws of each other setting. Deletion needs no attribution, so an
// interval of the cap's error over deletion's above 1 would change the conclusion.
//
// # Findings
//
//   - Deletion is as good as any cap nearly everywhere. The cap's error is 1.00 [1.00, 1.01] of deletion's in the linear
//     student, 0.96 [0.92, 0.99] in the MLP and 0.78 [0.75, 0.81] in the GRU, where the cap also regularises.
//   - Edges leave more error in the GRU, permuted inputs change little, and weight decay only removes a shortcut in the
//     logistic MLP, with 1.6 times deletion's error.
//   - In logistic students a cap of 0.05 is too loose: 1.11 [1.09, 1.12] of deletion's error. A cap of 0.001 has 0.92 [0.91,
//     0.93].
//   - A learned trust does not help, because the training data contradict the order. The hard posterior under the edges has
//     1.23 [1.20, 1.26] of deletion's error.
//   - Every remedy increases the loss on the training distribution, by a factor of 1.1 to 6.3 at the centres.
package shortcut
