// Package evaluation computes the predictions, losses, scores and attributions of a trained model, and the
// completeness error of the attributions. Package training uses it for the second objective and for held-out
// data.
//
// Its functions take a trained.Model and samples.Data in the user's units. They return float64 numbers, or the
// graphs of scores and losses that training differentiates.
//
// Most programs call these functions as methods of igbo.Model, where they are documented. In errors, package
// igbo replaces the name evaluation.
package evaluation
