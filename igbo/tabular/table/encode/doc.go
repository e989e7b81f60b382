// Package encode converts the columns of a [table.Table] to the inputs and targets of a model. It
// learns the encoding from the training rows only, and can apply it to any rows.
//
// Use it after package table and before training. A [Spec] assigns roles to the columns and sets
// the rules for missing values. [Fit] learns an [Encoding] from a table, and [File.Fit] from a file
// that is read in pieces. [Encoding.Encode] and [File.Samples] return the numbers, the feature
// names and the groups. An Encoding is stored as JSON with the model.
//
// The columns of one category form a group with the column's name, so they count as one feature. N
// samples of T steps and D columns take 8·N·T·D bytes. [File] holds no rows in memory except the
// columns for which it needs medians.
package encode
