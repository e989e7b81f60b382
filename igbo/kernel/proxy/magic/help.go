package magic

// Help is the text that %help shows.
const Help = `A cell holds Go code: declarations and statements in any order. Later cells can use its variables,
functions, types and imports. The kernel shows the value of the last expression, unless a semicolon
follows it.

Lines that begin with % or ! are kernel lines. They run in the order of the cell, before, between or
after the statements. A cell stops at the first line or statement that fails. To continue a kernel
line on the next line, end it with a backslash.

  !COMMAND            run a shell command in the cells' directory and environment
  !*COMMAND           run a shell command in the folder of the program, which contains go.mod
  %cd [DIR]           change the working directory
  %env [NAME=VALUE]   set an environment variable; %env NAME shows one, and %env shows all
  %capture [NAME]     store the cell's output in the string variable NAME, or drop it
  %time [CODE]        show how long CODE or the cell runs, and how long it compiles
  %timeit CODE        measure code with package testing (-n calls, -r repeats)
  NAME?  or  ?NAME    show what NAME is, its documentation and its value
  %test PATTERN       run tests and benchmarks of the session; a cell runs its own
  %who                list variables, functions and types
  %reset              remove all variables and declarations
  %restore            restore variables that were saved before the process ended
  %export FILE.go     write the session as a Go package with its tests
  %stale              list cells that used something that changed after they ran
  %reactive on        run these stale cells again automatically (%reactive off: only if you run them)
  %require MODULE     add a Go module, MODULE@VERSION for a version
  %race               run the cell as a program with the race detector
  %live off           make each cell a program (%live on: values persist again)
  %lsmagic            list all kernel lines

On Linux, fmt.Scan, os.Stdin and !read ask you for a line of input. %with_password hides it.
The interrupt button ends a cell; variables keep their values. In JupyterLab, the bug button above
the notebook turns on breakpoints and the panel of variables. A cell that stops at a breakpoint runs
as a program, and its changes are lost. notebook.ClearOutput(false) clears the output of a cell.
inline.Slider, Select, Interact and Drag show figures that follow sliders, lists and points. Package
widget has more controls. They work while other cells run, until the process ends.

If cells are programs (%live off, cgo, or a platform other than Linux on amd64), the kernel compiles
and runs each cell separately. Functions, types, constants and imports persist, but values end with
their cell. Kernel lines between statements run before the program.
`
