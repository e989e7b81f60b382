// Package cells defines the language of stateful cells: Go in which declarations and statements can be mixed. It turns the code of each
// cell into the compiler's input ([Session.Prepare]), or reports its faults.
//
// A session is one Go package:
//
//  1. The session is the package main, and a cell is one of its files. Running a cell replaces the declarations that earlier cells
//     made under the same names, even if it is the same cell.
//  2. A statement of a cell that declares variables (x := 1, or var x = 1 after another statement) declares them in the package. Before
//     that statement, x refers to the earlier variable. Statements after a line %% are the body of a function, and their variables are
//     local to it.
//  3. Scopes are Go's: universe, package, file. A cell has its own imports. Names that it does not import are imported by earlier
//     cells or by the prelude. Imports are fixed when the cell runs. A declaration and an import can have the same name. In the
//     file with the import, the name then refers to the import.
//  4. Before anything is compiled, the whole package with the cell is checked as Go checks it. A cell that fails changes nothing,
//     including imports.
//  5. A declaration is compiled again if its own meaning or that of a declaration that it needs has changed. The meaning of a
//     declaration is its text and the objects to which its identifiers refer: predeclared objects, packages, or declarations of
//     the session. For a constant, it is the value and type; for a variable, it is the type. A type needs its methods.
//  6. A variable keeps its value as long as its type stays the same. Only methods may change, except those of interfaces. If the
//     type changes in any other way, the variable is removed, and a note names it.
//  7. An earlier declaration that no longer checks is broken, and so is everything that needs it. A note names it. It is compiled
//     again after a cell repairs what it needs. Only faults in the cell itself make the cell fail.
//  8. A cell initialises its variables in Go's order, calls each of its init functions, runs its statements, and then calls its
//     main function.
//  9. If a cell ends early, variables that it did not reach are not declared, and earlier variables of these names stay.
//  10. If the front end identifies cells, functions and methods that are no longer in a cell's text are removed after it has run.
//     Variables, types and constants stay.
//
// Unlike an ordinary program, a session can contain results of code that has since changed. A variable keeps a value that was computed by
// an earlier version of a declaration. Closures, goroutines and values in interfaces keep the version with which they were made. Notes
// report declarations that are compiled again, no longer compile, are removed, or may still be used in an old version.
//
// An [Effect] lists the names that a cell reads and changes. Front ends use it to find stale results. [Session.Export] writes the package
// as ordinary files.
//
// The comments //go:noinline, norace, nocheckptr, noescape and uintptrescapes before a function are passed on; //go:nosplit is ignored. A
// cell with //go:embed or //go:linkname runs as a program.
//
// The process never replaces what it has loaded. Each compiled declaration gets its own symbol: the name, with a mark and a number from the
// second version on. Before the compiler gets a file, each identifier in it must resolve to the recorded declaration.
package cells
