// Package outcome represents the result of a benchmark as data and as tables. Use it to read or print a bench.json.
//
// The inputs are the timings of package race. The outputs are
//
//   - a [Comparison] of ours with each peer;
//   - the [Judgement] of a [Goal];
//   - a [Study] for each measurement without a peer;
//   - the [Machine] and the [Target] that they refer to.
//
// Each can be shown as a [Table] in a terminal or on a page.
package outcome
