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
// A step whose losses or gradients are not finite ends the run with a
// [NonFiniteError] that names it. [LineSearch] takes Armijo steps on max(L, H)
// over the full batch instead (Theorem 6); as it must try steps, it drives the
// graphs itself.
//
// Batches derive from (seed, epoch), so that a resumed run sees the batches an
// unbroken one would have seen.
package train
