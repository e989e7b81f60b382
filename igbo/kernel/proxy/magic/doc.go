// Package magic defines the kernel lines of cells: %NAME and !COMMAND, which the kernel runs. Package proxy runs them.
//
// [Split] splits a cell into kernel lines and Go code, [Find] and [Nearest] look up a magic, [Help] and [List] describe all of them, and
// [Complete] completes their names and arguments. This package does not run code.
package magic
