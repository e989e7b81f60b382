// Package settings holds how a model is trained: the architecture or a user's function, the
// losses, the rule and its λ, the optimiser, early stopping and checkpoints, with the paper's
// values and those that are recommended.
//
// What flows in: a [Config], and the sizes of the data that it is for. What flows out: a Config
// that was checked, and what it says in the terms of others: a model function, an optimiser, the
// settings of the optimiser wrapper and of the step driver.
//
// A user meets these types as igbo.Config and its parts; errors begin with that name.
package settings
