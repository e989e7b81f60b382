package magic

// Help is the text that %help shows.
const Help = `A cell holds Go code: declarations and statements in any order. Variables, functions, types and
imports stay for later cells. The value of a last expression is shown; a semicolon behind it hides it.

Lines that begin with % or ! are for the kernel. They run in their order: those above the code before
it, those below it after it, and lines between statements part the code. A cell stops at the first
line or statement that fails. A backslash at the end continues a ! or % line.

  !COMMAND            run a shell command in the cells' directory and environment
  !*COMMAND           run it in the folder of the program, where go.mod is
  %cd [DIR]           change the working directory
  %env [NAME=VALUE]   set an environment variable; NAME alone shows one, %env all
  %capture [NAME]     put the cell's output into the string variable NAME; without a name drop it
  %time [CODE]        show how long code, or the cell, runs; compiling is reported apart
  %timeit CODE        measure code with package testing (-n calls, -r repeats)
  NAME?  or  ?NAME    show what NAME is, its documentation and its value
  %test PATTERN       run tests and benchmarks of the session; those of a cell run with it
  %who                list variables, functions and types
  %reset              forget them all
  %restore            restore variables that were saved before the process ended
  %export FILE.go     write the session as a Go package with its tests
  %stale              list cells that used something that changed after they ran
  %reactive on        run such cells again by themselves (%reactive off: not)
  %require MODULE     add a Go module, MODULE@VERSION for a version
  %race               run the cell as a program with the race detector
  %live off           make each cell a program (%live on: stateful again)
  %lsmagic            list everything else

Cells may read input: fmt.Scan, os.Stdin and !read ask you for a line. %with_password hides it.
The interrupt button ends a cell; variables stay. In JupyterLab, the bug above the notebook switches
the panel of variables and breakpoints on. A cell that stops at a breakpoint runs as a program, and
what it changes ends with it. notebook.ClearOutput(false) clears the output of a cell.
inline.Slider, Select, Interact and Drag show figures that follow sliders, lists and points. Package
widget has more controls. They follow while other cells run, until the process ends.

If cells are programs (%live off, macOS, Windows, cgo), each cell is compiled and run by itself.
Functions, types, constants and imports stay, and values end with their cell. Kernel lines between
statements run before the program.
`
