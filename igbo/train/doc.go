// Package train combines the gradients of two objectives inside GoMLX's own
// training: an optimiser wrapper that takes the gradients of the task loss L
// and of the interpretability loss H, combines them by a projection rule, and
// hands the result to any GoMLX optimiser.
//
// It takes two lines in anybody's training program: the model function calls
// [SetSecondLoss], and the trainer gets [Wrap](optimizer).
//
// What flows in: two losses, an optimiser and a [Config]. What flows out: the
// trained model and, through [History], both losses, the cosine of the
// gradients, the case of every step, λ, and the satisfied constraints.
//
// The wrapper works in anybody's loop. [Driver] takes the steps without GoMLX's
// Trainer and Loop: it copies no metrics, and on XLA it takes several steps in one
// call, as one loop of the engine with the gradients inside; results do not depend
// on how many, bit for bit.
//
// Theorem 3 is a promise on the combined gradient v. The step keeps it where the
// optimiser steps along −v, which Adam and its kind do not; see [Optimizer] and
// [History], whose Descent counts the steps that ascend an objective.
//
// A step whose losses or gradients are not finite ends the run with a
// [NonFiniteError] that names it. [LineSearch] takes Armijo steps on max(L, H)
// over the full batch instead (Theorem 6); as it must try steps, it drives the
// graphs itself.
//
// Batches derive from (seed, epoch), so that a resumed run sees the batches an
// unbroken one would have seen.
package train
