// Package samples holds what a model learns from and looks at: samples of T steps and D
// features with K targets a step, the weights of samples, the masks of padded series, and
// the units in which a model sees them.
//
// What flows in: numbers, from a table, a generator or a user. What flows out: [Data] that was
// checked, parts of it, and a [Normalization] with the data in its units.
//
// A user meets these types as igbo.Data and igbo.Normalization; errors begin with that name.
package samples
