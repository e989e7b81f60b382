// Package executor defines the interface of what runs the cells of a notebook. An [Executor] takes Go code and returns how the code ended.
//
// The language of cells is implemented once, above the executors. Package proxy splits a cell into kernel lines and Go code (package
// magic), checks whether a cell is complete (package complete), and limits and shows the output. Package stateful/cells handles bare
// statements and last expressions. An executor only gets Go code, or a line that it handles itself.
//
// # Optional interfaces
//
// Some executors can do more than run code: [Variables], [Package], [Dependencies], [Snapshots], [Modules], [Debugger] and [Surroundings].
// The kernel asserts such an interface where it needs it, and does not check which executor it has. [Input] is optional too, because a
// browser has no standard input.
//
// # Implementations
//
// There are three ways to run a cell:
//
//   - As a program: GoNB compiles and runs it (type programs in package proxy). Its only optional interface is Input.
//   - In a stateful session: package stateful compiles the cell and loads it into a process that persists (type statefulSession in
//     package proxy). It has all optional interfaces.
//   - As WebAssembly in a browser: igbo/lab/site/cells composes the program of a cell and explains failures. JavaScript runs the
//     compiler, the linker and the program (static/tools.js and static/kernel.js). The Go side implements only [Helper].
//
// In a browser, Run and Interrupt are functions of the page for three reasons:
//
//   - The compiler, the linker and the program of a cell are separate WebAssembly programs, each in a worker that is ended to free its
//     memory or to interrupt it. Only the page can reliably start and end workers.
//   - The output of a program goes from its worker to the page. An [Output] in Go would be in a third worker, that of the tools. Each
//     text, display and slider would be copied twice more, and would wait while that worker composes or completes.
//   - In Go, Run would only make four calls of JavaScript (compile, link, run, end), each with conversions of its promise, its arguments
//     and its errors. That is longer than the function build in static/tools.js, which it would replace.
package executor
