package cells

import (
	"errors"
	"fmt"
	"go/token"
	"maps"
	"slices"
	"strings"
)

// Unit is a cell that is ready for the compiler.
type Unit struct {
	// Source is the file, and Entry the function that runs the cell.
	Source, Entry string
	// Notes are told beside the cell's output: what was compiled again, what is gone.
	Notes []string

	session *Session
	commit  []*declaration
	gone    []*declaration
	steps   []step
}

// tries bounds how often a cell is drafted: each time a declaration more is compiled again, or goes.
const tries = 100

// Prepare makes a cell ready. Nothing of the session changes before [Unit.Commit].
//
// Errors: [Faults] of the cell; [Foreign] where it has to be a program, as where Go's own checker fails on it.
func (s *Session) Prepare(number int, code string) (u *Unit, err error) {
	defer func() {
		if r := recover(); r != nil {
			u, err = nil, Foreign{fmt.Sprintf("living cells cannot take it (%v)", r)}
		}
	}()
	if word := directive(code); word != "" {
		return nil, Foreign{word + " needs the go command"}
	}
	d := &draft{s: s, number: number}
	d.pieces, d.below = split(code)
	d.whole = d.pieces
	if err := d.parse(); err != nil {
		return nil, err
	}
	found := d.found()
	p, err := d.planned(found)
	if err != nil {
		return nil, err
	}
	d.leaveOut(p)
	for range tries {
		d.pulled = p.pull(found)
		if err := d.parse(); err != nil {
			return nil, err
		}
		fresh := byName(d.found())
		for _, f := range fresh {
			f.symbol = s.symbol(f.name)
		}
		c, err := d.check(p, fresh)
		if errors.Is(err, errRetry) {
			p.spread(s.state)
			continue
		}
		if err != nil {
			return nil, err
		}
		return c.unit(), nil
	}
	return nil, fmt.Errorf("cells: cell [%d] changes what depends on itself", number)
}

// byNames orders declarations.
func byNames(a, b *declaration) int { return strings.Compare(a.name, b.name) }

func byName(all []*declaration) map[string]*declaration {
	named := map[string]*declaration{}
	for _, d := range all {
		named[d.name] = d
	}
	return named
}

// leaveOut drops the pieces that declare only what means what it meant.
func (d *draft) leaveOut(p *plan) {
	declared := d.namesByPiece()
	var kept []piece
	for i := range d.pieces {
		names := declared[&d.pieces[i]]
		if len(names) == 0 || slices.ContainsFunc(names, func(n string) bool { return !p.same[n] }) {
			kept = append(kept, d.pieces[i])
		}
	}
	d.pieces = kept
}

// namesByPiece are the names that the pieces of functions and types declare.
func (d *draft) namesByPiece() map[*piece][]string {
	lines, names := map[int][]*declaration{}, map[*piece][]string{}
	for _, f := range d.found() {
		for _, one := range append([]*declaration{f}, f.methods...) {
			lines[one.line] = append(lines[one.line], one)
		}
	}
	for _, s := range d.spans {
		p := s.piece
		if p == nil || p.kind != token.FUNC && p.kind != token.TYPE {
			continue
		}
		for line := p.line; line <= p.line+strings.Count(p.text, "\n"); line++ {
			for _, one := range lines[line] {
				if strings.Contains(p.text, one.text) {
					names[p] = append(names[p], one.name)
				}
			}
		}
	}
	return names
}

// unit writes what the compiler gets.
func (c *checked) unit() *Unit {
	d := c.d
	u := &Unit{Entry: "main." + d.entry(), session: d.s}
	u.commit = append(slices.SortedFunc(maps.Values(c.fresh), byNames), c.hoisted...)
	u.gone = slices.SortedFunc(maps.Keys(c.plan.gone), byNames)
	c.noteUses()
	u.steps = c.steps()
	u.Notes = c.notes()
	w := &writer{c: c, queued: map[*declaration]bool{}, paths: map[string]bool{}}
	u.Source = w.write()
	return u
}

// notes say what has become of earlier declarations.
func (c *checked) notes() (all []string) {
	var again []string
	for _, p := range c.d.pulled {
		if c.plan.gone[p] == "" && p.owner == nil {
			again = append(again, p.name)
		}
	}
	if len(again) > 0 {
		all = append(all, "compiled again: "+strings.Join(again, ", "))
	}
	for _, o := range slices.SortedFunc(maps.Keys(c.plan.gone), byNames) {
		again := c.fresh[o.name] != nil || slices.ContainsFunc(c.hoisted, func(v *declaration) bool { return v.name == o.name })
		if !again { // the cell declares another one
			all = append(all, fmt.Sprintf("gone: %s (%s)", o.name, c.plan.gone[o]))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.local)) {
		all = append(all, fmt.Sprintf("%s ends with this cell: %s", name, c.local[name]))
	}
	return all
}

// Commit makes what the cell declares known to later cells. It is called once the host has run the cell. Line is where its own
// statements ended before their end, 0 where they did not: a new variable to which they did not come is not declared, and an
// earlier one of its name stays, unless the cell's functions use the new one, which is then told.
func (u *Unit) Commit(line int) (notes []string) {
	for _, g := range u.gone {
		if u.session.state[g.name] == g {
			delete(u.session.state, g.name)
		}
	}
	missed := unset(u.steps, line)
	for _, d := range u.commit {
		if u.session.state[d.name] != d {
			u.session.versions[d.name]++
			if missed[d] && !u.named(d) {
				continue
			}
			if missed[d] {
				notes = append(notes, d.name+" has no value yet: the cell ended before")
			}
		}
		if d.name != "init" && d.name != "main" {
			u.session.state[d.name] = d
		}
	}
	return notes
}
