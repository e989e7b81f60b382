// Package samples holds the rows from which models learn, and which they predict and explain. Use it in library code; programs use its
// types as igbo.Data and igbo.Normalization.
//
// [Data] holds samples of T steps and D features with K targets a step, the weights of samples and the mask of padded series. [Data.Part],
// [Data.Take] and [Data.Append] select and join samples.
//
// A [View] selects the valid steps of some samples, such as those of a fold, and some columns, such as those of a group, without a copy.
//
// [MeanScale] measures the units of a column, [Standardization] those of a view. A [Normalization] converts data to these units and outputs
// back.
package samples
