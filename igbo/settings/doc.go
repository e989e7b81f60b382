// Package settings holds the configuration of a training: the architecture or a user's function, the losses, the rule and its λ, the
// optimiser, early stopping and checkpoints.
//
// [DefaultConfig] returns the paper's values, [Recommended] those for few samples. [Config.Validate] and [Config.ValidateFor] check them.
// Other methods convert a Config for other packages: to a model function, an optimiser, and the settings of the optimiser wrapper and of
// the step driver.
//
// Most programs use these types as igbo.Config and its parts; the package igbo replaces the name settings in errors.
package settings
