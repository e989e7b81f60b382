package executor

import (
	"context"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// Variables is an optional interface of an Executor whose variables persist from cell to cell.
type Variables interface {
	// Values describes all variables, sorted by name.
	Values(ctx context.Context) ([]message.Value, error)
	// View returns the current variables, to be read later.
	View() View
	// Declared describes a name that a cell has declared.
	Declared(name string) (cells.Insight, bool)
	// Declarations returns the source text of the functions, types and constants that the cells have declared, sorted by name.
	Declarations() []string
	// Reset removes all variables and declarations.
	Reset() error
}

// View holds the variables at the end of a cell. Its methods can be called at any time, also while a cell runs.
type View interface {
	// Names returns the names of the variables, sorted.
	Names() []string
	// Variables describes all variables, sorted by name.
	Variables(ctx context.Context) ([]message.Value, error)
	// Parts describes parts of a variable.
	Parts(ctx context.Context, name string, parts message.Parts) ([]message.Value, error)
	// One describes a variable and reports whether it exists.
	One(ctx context.Context, name string) (message.Value, bool)
}

// Package is an optional interface of an Executor whose cells together form a Go package.
type Package interface {
	// Check checks a cell that has not run, and changes nothing.
	Check(cell, code string) error
	// Tests returns the names of the tests and benchmarks.
	Tests() []string
	// Export returns the text of the package and of its tests.
	Export() (source, tests string, err error)
}

// Dependencies is an optional interface of an Executor that tracks which cells use what other cells declare. Its results have an Effect.
type Dependencies interface {
	// Parts sets the number of parts of a cell of the front end.
	Parts(cell string, n int)
	// Forget removes declarations, by their keys.
	Forget(ctx context.Context, number int, keys []string) (Result, error)
}

// Snapshots is an optional interface of an Executor that saves variables in case its process ends.
type Snapshots interface {
	// Saved returns the names of the variables that Restore can restore.
	Saved() []string
	// Restore gives the variables their saved values. Notes explain which it could not restore.
	Restore(ctx context.Context) (restored, notes []string, err error)
}

// Modules is an optional interface of an Executor that loads Go modules while it runs.
type Modules interface {
	// Require adds modules. It returns them with their versions, and the packages that have the given paths.
	Require(ctx context.Context, words ...string) (modules, packages []string, err error)
	// Load loads packages. The end of the result is empty if nothing went wrong.
	Load(ctx context.Context, paths ...string) (Result, error)
}

// Debugger is an optional interface of an Executor that makes programs of cells for a debugger.
type Debugger interface {
	// Debugged returns a cell as a program.
	Debugged(number int, code string, path func(cell int) string) (*cells.Debugged, error)
	// BuildDebugged compiles the program, and returns its path and the variables whose values it does not have.
	BuildDebugged(ctx context.Context, d *cells.Debugged) (program string, missing []string, err error)
}

// Surroundings is an optional interface of an Executor whose cells run in one process.
type Surroundings interface {
	// Arrange changes the working directory and the environment of the process, and returns their new values.
	Arrange(ctx context.Context, c message.Change) (message.Surroundings, error)
	// Started returns the environment with which the process was started.
	Started() ([]string, error)
}
