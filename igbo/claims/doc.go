// Package claims is the paper, claim by claim: where it stands, what became of it, and what shows
// that. In flow the committed results of the studies and closed forms in float64; out flow verdicts
// with the numbers behind them, as a table, as a figure and as the rows of the page of results.
//
// A claim's evidence are tests, by package and name, and numbers. A number is either a value of a
// committed result, by the name of the study and the path of the value, or is computed anew; with
// each stands the condition that the verdict needs. Nothing is typed: sentences quote numbers by
// their keys. [Claim.Check] says where a claim has no evidence, where a value is missing, and
// where a number no longer meets its condition.
//
// A claim whose study has no committed result is untested. Once there is one, the test of this package
// asks for its verdict: a line with the path of a number and what the verdict needs of it.
package claims
