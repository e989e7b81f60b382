// Package selftest runs a few small graphs on a backend and checks their numbers: whether an engine works at
// all, and about how long its calls take.
//
// What flows in: a compute.Backend. What flows out: a list of checks with times.
package selftest
