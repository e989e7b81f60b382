// Package train combines the gradients of two objectives inside GoMLX's own training: an optimiser wrapper takes the gradients of the task
// loss L and of the interpretability loss H, combines them by a projection rule, and passes the result to any GoMLX optimiser.
//
// Use it to add a second objective to an existing GoMLX program. Two lines are enough: the model function calls [SetSecondLoss], and the
// trainer gets [Wrap](optimizer).
//
// [History] records both losses, the cosine of the gradients, the case of every step, λ, and the number of satisfied constraints.
//
// The wrapper works in any training loop. [Driver] takes the steps without GoMLX's Trainer and Loop. It copies no metrics, and on XLA it
// runs several steps in one call, as one loop with the gradients inside. The results do not depend on the number of steps per call.
//
// Theorem 3 holds for the combined gradient v. It holds for the step only if the optimiser steps along −v, which Adam and similar
// optimisers do not; see [Optimizer], and [History], whose Descent counts the steps that increase an objective.
//
// A step whose losses or gradients are not finite ends the run with a [NonFiniteError] that names the quantity. [LineSearch] instead takes
// Armijo steps on max(L, H) over the full batch (Theorem 6); it runs the graphs itself, because it tries several steps.
//
// The batches are a function of (seed, epoch), so a resumed run uses the same batches as an uninterrupted one.
package train
