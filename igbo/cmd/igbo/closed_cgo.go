//go:build cgo && unix

package main

// Before main runs, the Go runtime opens the null device if standard output is closed, so the output would be lost silently. A C
// constructor runs earlier.

/*
#include <errno.h>
#include <fcntl.h>

static int closed;

__attribute__((constructor)) static void look(void) {
	closed = fcntl(1, F_GETFD) == -1 && errno == EBADF;
}

static int was_closed(void) { return closed; }
*/
import "C"

// reportedClosed reports whether this build can detect a closed output.
const reportedClosed = true

// outputClosed reports whether the program was started with a closed standard output.
func outputClosed() bool { return C.was_closed() != 0 }
