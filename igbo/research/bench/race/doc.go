// Package race times contenders that take turns, by wall-clock time and CPU time. Use it to measure work under equal
// conditions.
//
// The inputs are [Contender] values, ours first, each of which has done its work once. The outputs are a [Timing] for each
// contender, with one number per round, and the error of each contender that dropped out.
package race
