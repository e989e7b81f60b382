// Package train combines the gradients of two objectives inside GoMLX training. Its optimiser
// wrapper takes the gradients of the task loss L and of the interpretability loss H, combines them
// with a projection rule, and passes the result to any GoMLX optimiser.
//
// Use it to add a second objective to an existing GoMLX program. This takes two lines: the model
// function calls [SetSecondLoss], and the trainer gets [Wrap](optimizer).
//
// [History] records for each step both losses, the cosine of the gradients, the case, λ, and the
// number of satisfied constraints.
//
// The wrapper works in any training loop. [Driver] is an alternative to GoMLX's Trainer and Loop.
// It does not compute metrics, and it can run several steps in one call to the backend, as one
// compiled loop. The results do not depend on the number of steps per call.
//
// Theorem 3 holds for the combined gradient v. It only holds for the update if the optimiser steps
// along −v, which Adam and similar optimisers do not; see [Optimizer]. Set History.Descent to count
// the steps that increase an objective.
//
// If a loss or gradient is not finite, the run ends with a [NonFiniteError] that names the
// quantity. [LineSearch] instead takes Armijo steps on max(L, H) over the full batch (Theorem 6).
// It runs the graphs itself, because it tries several step sizes.
//
// The batches are a function of seed and epoch, so a resumed run uses the same batches as an
// uninterrupted one.
package train
