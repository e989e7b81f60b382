// Package race times contenders that take turns, by the wall's clock and the process's.
//
// What flows in: a [Contender] for each side, ours first, which has done its work once. What
// flows out: a [Timing] of each, with one number a round, and the fault of each that dropped out.
package race
