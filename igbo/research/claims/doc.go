// Package claims lists the claims of the paper, each with its place, its outcome and the evidence. Use it to find out which
// statements of the paper hold, and which test or number shows that. `igbo report` prints the claims as a table.
//
// # Evidence
//
// The evidence of a claim consists of tests, given by package and name, and of numbers. A number is either a value of a
// committed result, given by study and path, or is recomputed from a closed form in float64. Each number has a condition that
// the outcome requires. Sentences quote numbers by their keys, so no number is typed by hand.
//
// [Claim.Check] returns an error if a claim has no evidence, if a value is missing, or if a number does not meet its condition.
// A claim is untested while its study has no committed result.
package claims
