package magic

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// Magic is one kind of kernel line.
type Magic struct {
	// Name includes the percent sign, and Arguments follow it.
	Name, Arguments string
	// Does describes the magic in one line.
	Does string
	// Program reports whether a cell with the magic is a program, which GoNB runs.
	Program bool
	// Whole reports whether the magic can also be the first line of a cell, with two percent signs. It then applies to the whole cell.
	Whole bool
}

// All lists the magics, the kernel's own first.
var All = []Magic{
	{Name: "%help", Does: "show the page about kernel lines"},
	{Name: "%lsmagic", Does: "list all magics"},
	{Name: "%who", Does: "list variables with types and values, functions and types"},
	{Name: "%stale", Does: "list cells that used something that changed after they ran"},
	{Name: "%reactive", Arguments: "[on|off]", Does: "rerun cells automatically if something that they use changes (on, off), or show the mode"},
	{Name: "%export", Arguments: "FILE.go", Does: "write the session as a package main, its tests to FILE_test.go"},
	{Name: "%reset", Does: "remove all variables and declarations"},
	{Name: "%restore", Does: "restore variables that were saved before the process ended"},
	{Name: "%live", Arguments: "[on|off]", Does: "make later cells stateful (on) or programs (off), or show the mode"},
	{Name: "%time", Arguments: "[CODE]", Does: "run code, or the whole cell, and show how long it ran", Whole: true},
	{Name: "%timeit", Arguments: "[-n CALLS] [-r REPEATS] CODE", Does: "call code repeatedly, and show its mean time, spread and allocations", Whole: true},
	{Name: "%race", Does: "run the cell as a program with the race detector", Whole: true},
	{Name: "%test", Arguments: "[PATTERN | FLAGS]", Does: "run tests: the cell's, or those that match; FLAGS of go test make it a program"},
	{Name: "%capture", Arguments: "[NAME | [-a] FILE]", Does: "put the cell's output into a string variable or a file, or drop it", Whole: true},
	{Name: "%cd", Arguments: "[DIR]", Does: "change the working directory, or show it"},
	{Name: "%env", Arguments: "[NAME | NAME=VALUE]", Does: "show or set environment variables"},
	{Name: "%require", Arguments: "[MODULE[@VERSION] ...]", Does: "add Go modules to the notebook, or list them"},
	{Name: "%with_password", Does: "hide what is typed when the cell reads its input"},
	{Name: "%with_inputs", Does: "let ! commands read input outside Linux; on Linux, every cell can read input"},

	{Name: "%main", Arguments: "[ARGUMENTS]", Does: "begin the main function of a program: the lines below are its statements (%% is the same)", Program: true},
	{Name: "%args", Arguments: "ARGUMENTS", Does: "set the arguments of programs", Program: true},
	{Name: "%exec", Arguments: "FUNCTION [ARGUMENTS]", Does: "call a function as the main function of a program", Program: true},
	{Name: "%goflags", Arguments: "[FLAGS]", Does: "set or show the flags of go build for programs", Program: true},
	{Name: "%autoget", Does: "fetch modules that programs import", Program: true},
	{Name: "%noautoget", Does: "do not fetch modules that programs import", Program: true},
	{Name: "%list", Does: "list the declarations that programs share", Program: true},
	{Name: "%ls", Does: "the same as %list", Program: true},
	{Name: "%remove", Arguments: "NAME ...", Does: "remove declarations that programs share", Program: true},
	{Name: "%rm", Arguments: "NAME ...", Does: "the same as %remove", Program: true},
	{Name: "%track", Arguments: "[PATH]", Does: "track files of a module under development", Program: true},
	{Name: "%untrack", Arguments: "[PATH]", Does: "stop tracking files", Program: true},
	{Name: "%goworkfix", Does: "copy the modules of go.work into go.mod", Program: true},
	{Name: "%wasm", Does: "run the cell as WebAssembly in the page", Program: true},
	{Name: "%widgets", Does: "connect the page with GoNB's widgets", Program: true},
	{Name: "%widgets_hb", Does: "test the connection of the page with GoNB's widgets", Program: true},
	{Name: "%version", Does: "show the version of GoNB, which runs programs", Program: true},
}

// Scripts lists first lines of cells in another language, which GoNB runs.
var Scripts = []Magic{
	{Name: "%%bash", Does: "run the cell with bash", Program: true},
	{Name: "%%sh", Does: "run the cell with sh", Program: true},
	{Name: "%%script", Arguments: "COMMAND", Does: "give the cell to a command as its input", Program: true},
	{Name: "%%writefile", Arguments: "[-a] FILE", Does: "write the cell to a file, or append it", Program: true},
}

// Find returns the magic with a name, including percent signs.
func Find(name string) (Magic, bool) {
	for _, m := range All {
		if m.Name == name || m.Whole && "%"+m.Name == name {
			return m, true
		}
	}
	for _, m := range Scripts {
		if m.Name == name {
			return m, true
		}
	}
	return Magic{}, false
}

// Unknown returns the message for an unknown magic, with the nearest name.
func Unknown(name string) string {
	text := "unknown magic " + name
	if m := Nearest(name); m != "" {
		text += fmt.Sprintf(" (did you mean %s?)", m)
	}
	return text + "; run %lsmagic to list all magics"
}

// Nearest returns the name of the magic with the smallest edit distance, or "" if all distances exceed half of the name's letters.
func Nearest(name string) string {
	best, least := "", 1<<20
	for _, m := range slices.Concat(All, Scripts) {
		for _, known := range m.names() {
			if n := cells.Distance(name, known); n < least && 2*n <= len(strings.Trim(name, "%")) {
				best, least = known, n
			}
		}
	}
	return best
}

func (m Magic) names() []string {
	if m.Whole {
		return []string{m.Name, "%" + m.Name}
	}
	return []string{m.Name}
}

// Usage returns the name of a magic with its arguments.
func (m Magic) Usage() string { return strings.TrimSpace(m.Name + " " + m.Arguments) }

// List returns a text with one line for each magic.
func List() string {
	var b strings.Builder
	b.WriteString("Kernel lines for all cells (%%time, %%timeit, %%race and %%capture in the first line apply to the whole cell):\n")
	width := 0
	for _, m := range All {
		width = max(width, len(m.Usage()))
	}
	programs := false
	for _, m := range slices.Concat(All, Scripts) {
		if m.Program && !programs {
			programs = true
			b.WriteString("\nKernel lines for programs (a cell with one of these lines runs as a program):\n")
		}
		fmt.Fprintf(&b, "  %-*s  %s\n", width, m.Usage(), m.Does)
	}
	return b.String()
}

// byName compares magics by their names.
func byName(a, b Magic) int { return cmp.Compare(a.Name, b.Name) }
