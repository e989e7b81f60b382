// Package message is what the kernel and the process of living cells say to each other: a line of JSON each.
//
// What flows in: an [Order] of the kernel. What flows out: an [Answer] of the process.
package message
