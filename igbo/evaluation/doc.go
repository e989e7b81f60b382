// Package evaluation computes the predictions, losses, scores and attributions of a trained model, and the completeness error of the
// attributions. Package training uses it for the second objective and for held-out data.
//
// Its inputs are a trained.Model and samples.Data in the user's units. It returns numbers in float64, and the graphs of scores and losses
// that a training differentiates.
//
// Most programs call these functions as methods of igbo.Model, which document them; the package igbo replaces the name evaluation in
// errors.
package evaluation
