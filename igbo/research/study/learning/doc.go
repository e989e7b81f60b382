// Package learning computes the learning curves of the teacher–student experiment for more epochs than the paper. Use it to
// see whether the students have converged. Run it with `igbo study run learning-curves`. `igbo study show learning-curves`
// prints the committed result (result.json).
//
// The inputs are the settings of that experiment with another number of epochs. The result has the curves of a baseline and an
// IGBO student for each optimiser setting, and the level of least squares, which is the lower bound for linear models.
//
// There is one seed, because the curves are an illustration and not a test. Curves of the same optimiser with different limits
// would change the conclusion about the cause of the paper's difference.
package learning
