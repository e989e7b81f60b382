// Package message is what the kernel and the process of living cells say to each other: a line of JSON each.
//
// What flows in and out: [Order] from the kernel, [Answer] from the host.
package message
