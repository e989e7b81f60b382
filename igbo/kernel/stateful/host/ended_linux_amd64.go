package host

import (
	"fmt"
	"runtime"
	"strings"
)

// Functions that find, from the stack of the cell's goroutine, what an interrupt has ended.

// longestStack is the maximum number of frames that are examined.
const longestStack = 1000

// frames returns the active functions of the goroutine, innermost first, up to the cell's function.
func frames() (all []string) {
	pcs := make([]uintptr, longestStack)
	found := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
	for {
		f, more := found.Next()
		if f.Function == "runtime.sigpanic" { // the frames above belong to the interrupt
			all = nil
		} else if !strings.HasPrefix(f.Function, ownPrefix) {
			all = append(all, f.Function)
		}
		if !more {
			return all
		}
	}
}

// library returns the package function that the cell's code had called and that had not returned. If there are several, it returns the
// outermost, and "" if there is none.
func library(frames []string) (name string) {
	for i := 1; i < len(frames); i++ {
		if ofMain(frames[i]) && !ofMain(frames[i-1]) && !strings.HasPrefix(frames[i-1], "runtime.") {
			name = frames[i-1]
		}
	}
	return name
}

// ofMain reports whether a function belongs to a cell.
func ofMain(function string) bool { return strings.HasPrefix(function, "main.") }

// unfinishedOnces returns a note about each sync.Once whose function the goroutine was running. Package sync marks it as done although its
// function has not returned. Only the user can decide whether the function can safely run again.
func unfinishedOnces(frames []string) (notes []string) {
	for i, f := range frames {
		if f != "sync.(*Once).doSlow" {
			continue
		}
		kind, owner := "sync.Once", ""
		for _, caller := range frames[i+1:] {
			owner = caller
			if _, once, is := strings.Cut(caller, ".Once"); is { // sync.OnceFunc.func1, main.cell_1.OnceValue[...].func2
				kind = "sync.Once" + once[:strings.IndexAny(once+".", ".[")]
			} else if !strings.HasPrefix(caller, "sync.") {
				break
			}
		}
		fix := "assign a new one before you use it again"
		if !ofMain(owner) {
			fix = "run %reset"
		}
		notes = append(notes, fmt.Sprintf("the function of a %[1]s that %[2]s calls was stopped early, but the %[1]s counts as done: %[3]s", kind, owner, fix))
	}
	return notes
}
