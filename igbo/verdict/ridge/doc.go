// Package ridge is penalised linear regression on the records of a fold, beside which a verdict judges every model: least squares,
// logits of classes, logarithms of rates, medians and quantiles.
//
// What flows in: data as [Records], some samples of them or all, a loss and penalties. What flows out: a [Model] for each penalty, in
// [Units] of the records that it was fitted to. What a record weighs is its series' weight, so that every valid step counts.
//
// The records are looked up in the data and standardised in blocks, as they may lie in a file: memory does not grow with them, and all
// penalties share one pass of least squares. Package igbo/task/linear fits the same losses with signs, a centre and a strength for
// each column, and holds the whole design for it.
package ridge
