// Package samples holds the data from which models learn, and which they predict and explain. Programs use its
// types as igbo.Data and igbo.Normalization.
//
// [Data] holds samples of T steps and D features with K targets per step, and optionally sample weights and the
// mask of padded series. [Data.Part], [Data.Take] and [Data.Append] select and join samples. A [View] selects
// rows and columns, such as those of a fold or a group, without copying.
//
// [MeanScale] and [Standardization] measure the mean and scale of columns. A [Normalization] converts data to
// these units and outputs back.
package samples
