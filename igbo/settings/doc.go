// Package settings holds the configuration of a training: the architecture or a user-defined function, the
// losses, the rule and its λ, the optimiser, early stopping and checkpoints.
//
// [DefaultConfig] returns the values in the paper, and [Recommended] values for few samples. [Config.Validate]
// and [Config.ValidateFor] check them. Other methods convert a Config to the types of other packages, such as a
// model function or an optimiser.
//
// Most programs use these types as igbo.Config and its parts. In errors, package igbo replaces the name
// settings.
package settings
