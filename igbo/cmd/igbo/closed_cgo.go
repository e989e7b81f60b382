//go:build cgo && unix

package main

// Before a Go program begins, its runtime opens the null device in the place of a
// standard output that was closed, and what is printed there is lost without a word.
// A constructor of C comes before it.

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

// toldClosed says that this build can tell a closed output.
const toldClosed = true

// outputClosed tells whether the program was started with standard output closed.
func outputClosed() bool { return C.was_closed() != 0 }
