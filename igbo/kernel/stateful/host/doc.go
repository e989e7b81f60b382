// Package host is the process in which stateful cells run. It contains the packages that cells use, and maps the modules that the linker of
// stateful cells makes.
//
// The process reads the kernel's orders from file descriptor 3, one line of JSON each ([message.Order]), and writes answers to file
// descriptor 4 ([message.Answer]). Cells print on the standard streams and display through GoNB's pipes.
//
// The program is built when the kernel is set up: a main function that calls [Main], and imports of all packages. The linker replaces some
// functions of the program by functions of this package. Because of that os.Exit ends only the cell, an unrecovered panic ends only its
// goroutine, and the process and its values persist. A blocked goroutine receives an interrupt when the runtime resumes it.
//
// The package uses internals of Go's runtime. It is tested on linux/amd64 with the releases that the linker supports. On other platforms it
// is empty.
package host
