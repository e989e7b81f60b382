package cells

import (
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"
)

// Unit is a cell that is ready for the compiler.
type Unit struct {
	// Source is the compiler's input, and Entry the function that runs the cell.
	Source, Entry string
	// Notes are shown with the cell's output. They report what was compiled again or removed.
	Notes []string
	// Moved lists the symbols of variables that keep their storage although methods of their type have changed.
	Moved []string
	// Changed lists the names that the cell declares, sets or compiles again.
	Changed []string
	// Effect describes which results the cell makes stale, and which changes make its own result stale.
	Effect Effect
	// Shows reports whether the cell shows the value of its last expression.
	Shows bool
	// Once reports whether all compiled code runs at most once, so optimisation is not worthwhile.
	Once bool

	*preparation
}

// preparation is the state of a cell between its check and its commit.
type preparation struct {
	s       *Session
	file    *file
	before  map[string]*declaration // the declarations before the statements of the cell
	alive   map[string]*declaration // the declarations after the cell
	outer   *pass                   // of the statements; nil if there are none
	whole   *pass                   // of all bodies; nil if nothing can have changed
	found   map[*declaration]*finding
	without map[string]*finding // methods that do not check

	symbols  map[*declaration]string       // of what is compiled with this cell, and of new variables
	taken    map[string]int                // number of new symbols of a name
	vars     map[types.Object]*declaration // variables that statements declare
	fresh    []*declaration                // the same variables, in order
	replaced map[*declaration]bool         // earlier variables that statements name before they declare others
	local    map[string]string             // variables that cannot persist, and why
	gone     map[string]string             // earlier variables that are removed, and why
	steps    []step
	shown    bool // whether the last expression is shown
}

// Prepare prepares a cell for the compiler. The session does not change before [Unit.Commit].
//
// It returns [Faults] of the cell, or [Foreign] if the cell must run as a program, for example because Go's own checker fails on it.
func (s *Session) Prepare(number int, code string) (*Unit, error) {
	return s.PrepareCell("", number, code)
}

// PrepareCell prepares a cell that the front end identifies. Functions and methods that the cell declared in its last run, and that its
// text no longer contains, are removed.
func (s *Session) PrepareCell(cell string, number int, code string) (u *Unit, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case Faults:
			u, err = nil, r
		default:
			u, err = nil, Foreign{fmt.Sprintf("stateful cells do not support this code (%v)", r)}
		}
	}()
	if word := directive(code); word != "" {
		return nil, Foreign{word + " needs the go command"}
	}
	d := newSource(s, number, code)
	if err := d.parse(); err != nil {
		return nil, err
	}
	f, err := s.newFile(d)
	if err != nil {
		return nil, err
	}
	f.cell = cell
	c := &preparation{s: s, file: f, symbols: map[*declaration]string{}, taken: map[string]int{}, replaced: map[*declaration]bool{}, without: map[string]*finding{}}
	if err := c.check(); err != nil {
		return nil, err
	}
	return c.unit()
}

// unit writes the compiler's input.
func (c *preparation) unit() (*Unit, error) {
	u := &Unit{Entry: "main." + c.file.entry(), preparation: c}
	w := newWriter(c)
	u.Source = w.write()
	if err := w.bind(u.Source); err != nil {
		return nil, err
	}
	for _, key := range slices.Sorted(maps.Keys(c.alive)) {
		d := c.alive[key]
		f := c.found[d]
		if f == nil || d.kind != token.VAR || !f.stays || f.broken != "" {
			continue
		}
		if f.changed || slices.ContainsFunc(f.targets, func(t string) bool { return c.alive[t] != nil && c.found[c.alive[t]].changed }) {
			u.Moved = append(u.Moved, "main."+c.symbol(d))
		}
	}
	for d := range c.replaced {
		u.Moved = append(u.Moved, "main."+d.symbol)
	}
	u.Notes, u.Shows, u.Once = c.notes(), c.shown, c.once()
	u.Changed, u.Effect = c.changes(), c.effect()
	return u, nil
}
