// Package outcome is what a benchmark found, as data and as tables.
//
// What flows in: the timings of package race. What flows out: a [Comparison] of ours with each
// peer, the [Judgement] of a [Goal], a [Study] for what has no peer, the [Machine] and the
// [Target] they are about, and all of them as a [Table] for a terminal or a page.
package outcome
