//go:build !(cgo && unix)

package main

// toldClosed says whether this build can tell a closed output.
const toldClosed = false

// outputClosed tells whether the program was started with standard output closed: this
// build cannot tell on Unix, where the runtime has opened the null device in its place
// by now; elsewhere writing fails.
func outputClosed() bool { return false }
