//go:build !(cgo && unix)

package main

// reportedClosed reports whether this build can detect a closed output.
const reportedClosed = false

// outputClosed would report whether the program was started with a closed standard output. This build cannot detect it on Unix,
// where the runtime has opened the null device instead; elsewhere writing fails.
func outputClosed() bool { return false }
