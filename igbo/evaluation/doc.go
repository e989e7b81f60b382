// Package evaluation looks at a trained model: its predictions, its losses, its scores and
// attributions, and how exact they are. Training looks through it too: for the second objective
// and at held-out data.
//
// What flows in: a trained.Model, and samples.Data in the user's units. What flows out: numbers
// in float64, and the graphs of scores and losses that a training differentiates.
//
// A user meets these functions as the methods of igbo.Model, which say what they promise; errors begin with that name.
package evaluation
