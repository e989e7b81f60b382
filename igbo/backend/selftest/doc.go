// Package selftest runs a few small graphs on a backend, checks their numbers, and measures the time of a call. Use it to find out whether
// a backend works on this machine.
package selftest
