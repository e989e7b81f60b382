// Package cli is what every command of igbo shares: how it is supervised, how
// wrong flags are refused, and how results are written and printed.
//
// What flows in: commands, signals, and the results of studies. What flows
// out: an exit code, standard output that arrived whole or a fault, messages,
// and files that are written together or not at all.
package cli
