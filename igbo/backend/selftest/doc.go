// Package selftest runs a few small graphs on a backend, verifies their results, and measures the time of a call. Use it
// to check that a backend works on this machine.
package selftest
