// Package host is the process in which living cells run: it has the packages that cells
// use, and maps what the linker of living cells makes.
//
// What flows in: orders of the kernel, a line of JSON each, on file 3 ([message.Order]). What
// flows out: answers on file 4 ([message.Answer]), what cells print on the standard streams,
// and what they display through GoNB's pipes.
//
// Its program is made when the kernel is set up: a main function that calls [Main], and
// imports of all packages. The linker puts functions of this package in the place of some of the
// whole program: os.Exit ends the cell, a panic that nobody recovers ends its
// goroutine, the process and its values stay; and by what lets goroutines go on that have waited, one that
// is to be ended is met.
//
// The package touches Go's runtime and is proven on linux/amd64, for the releases that
// the linker knows. Elsewhere it is empty.
package host
