package proxy

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// staleness records the dependencies of a cell that ran in the process.
type staleness struct {
	name    string // the front end's name of the cell
	number  int    // number of its last run
	order   int    // number of its first run
	request incoming
	code    string
	took    time.Duration
	failed  bool

	reads map[string]*staleness // what it read, and the cell that had declared or set it; nil if it no longer exists
	sets  map[string]bool
	// stale holds what it read and what is outdated. The value is nil if it has changed, or else the stale cell from which it comes.
	stale map[string]*staleness
}

// dependencies tracks which cells used what others changed.
type dependencies struct {
	cells map[string]*staleness // cells, by name
	given map[string]*staleness // by key, the cell that last declared or set a name
	own   map[string]*staleness // by key, the cell that last declared a name
	order int
}

// forget forgets all cells.
func (d *dependencies) forget() {
	d.cells, d.given, d.own = map[string]*staleness{}, map[string]*staleness{}, map[string]*staleness{}
}

// together returns the combined effect of the parts of a cell, which run one after another.
func together(parts []cells.Effect) cells.Effect {
	changed, declares, sets, reads := map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, e := range parts {
		for _, key := range e.Reads {
			reads[key] = reads[key] || !declares[key] && !sets[key]
		}
		for _, part := range []struct {
			keys []string
			to   map[string]bool
		}{{e.Changed, changed}, {e.Declares, declares}, {e.Sets, sets}} {
			for _, key := range part.keys {
				part.to[key] = true
			}
		}
	}
	maps.DeleteFunc(reads, func(_ string, is bool) bool { return !is })
	return cells.Effect{Changed: slices.Sorted(maps.Keys(changed)), Declares: slices.Sorted(maps.Keys(declares)), Sets: slices.Sorted(maps.Keys(sets)), Reads: slices.Sorted(maps.Keys(reads))}
}

// ran records that a cell ran, marks the cells that became stale, and returns them with what they used. If whole is false, not all parts of
// the cell were compiled, and a cell with unchanged text keeps its earlier reads.
func (d *dependencies) ran(c staleness, effect cells.Effect, whole bool) (*staleness, map[*staleness][]string) {
	now := d.cells[c.name]
	if now == nil {
		d.order++
		now = &staleness{order: d.order}
		d.cells[c.name] = now
	}
	reads := map[string]*staleness{}
	for _, key := range effect.Reads {
		if reads[key] = d.given[key]; reads[key] == now { // it also sets the variable
			reads[key] = now.reads[key]
		}
	}
	if !whole && now.code == c.code {
		for key, from := range now.reads {
			if _, has := reads[key]; !has {
				reads[key] = from
			}
		}
	}
	c.order, c.reads, c.sets = now.order, reads, map[string]bool{}
	*now = c
	for _, key := range slices.Concat(effect.Declares, effect.Sets) {
		d.given[key] = now
	}
	for _, key := range effect.Declares {
		d.own[key] = now
	}
	for _, key := range effect.Sets {
		now.sets[key] = true
	}
	return now, d.mark(now, effect)
}

// mark marks the cells that became stale by the changes of a cell, and returns them with what they used of it.
func (d *dependencies) mark(c *staleness, effect cells.Effect) map[*staleness][]string {
	found := map[*staleness][]string{}
	var work []*staleness
	for _, r := range d.cells {
		if r == c {
			continue
		}
		for key, from := range r.reads {
			_, through := r.stale[key]
			mended := from == nil && r.failed && slices.Contains(effect.Declares, key)
			if mended || slices.Contains(effect.Changed, key) || from == c && (c.sets[key] || through && !c.failed) {
				r.add(key, nil)
				found[r] = append(found[r], key)
				work = append(work, r)
			}
		}
	}
	for len(work) > 0 { // values that these cells set are outdated too
		r := work[0]
		work = work[1:]
		for _, user := range d.cells {
			for key, from := range user.reads {
				if _, is := user.stale[key]; from == r && user != r && user != c && r.sets[key] && !is {
					user.add(key, r)
					work = append(work, user)
				}
			}
		}
	}
	return found
}

func (r *staleness) add(key string, from *staleness) {
	if r.stale == nil {
		r.stale = map[string]*staleness{}
	}
	r.stale[key] = from
}

// remove removes cells that are no longer in the notebook, and returns the keys that they had declared last.
func (d *dependencies) remove(names []string) (keys []string) {
	for key, c := range d.own {
		if slices.Contains(names, c.name) {
			keys = append(keys, key)
		}
	}
	of := func(_ string, c *staleness) bool { return slices.Contains(names, c.name) }
	maps.DeleteFunc(d.own, of)
	maps.DeleteFunc(d.given, of)
	maps.DeleteFunc(d.cells, of)
	for _, c := range d.cells {
		for _, used := range []map[string]*staleness{c.reads, c.stale} {
			for key, from := range used {
				if from != nil && slices.Contains(names, from.name) {
					used[key] = nil
				}
			}
		}
	}
	slices.Sort(keys)
	return keys
}

// sorted returns the cells in the order of their first runs.
func (d *dependencies) sorted() []*staleness {
	return slices.SortedFunc(maps.Values(d.cells), func(a, b *staleness) int { return cmp.Compare(a.order, b.order) })
}

// ancestors returns the cells that set what a cell reads, directly or indirectly.
func (r *staleness) ancestors() map[*staleness]bool {
	found := map[*staleness]bool{}
	work := []*staleness{r}
	for len(work) > 0 {
		c := work[0]
		work = work[1:]
		for key, from := range c.reads {
			if from != nil && from.sets[key] && !found[from] {
				found[from] = true
				work = append(work, from)
			}
		}
	}
	return found
}

// usedText returns a line about cells that used an earlier version, such as: [5] and [7] used an earlier version of f. It returns "" if there are
// none. It names what the cell itself declares or sets, if another cell used that, and otherwise what depends on it.
func usedText(all map[*staleness][]string, effect cells.Effect) string {
	own := func(key string) bool {
		return slices.Contains(effect.Declares, key) || slices.Contains(effect.Sets, key)
	}
	var numbers, keys []string
	for _, c := range slices.SortedFunc(maps.Keys(all), func(a, b *staleness) int { return cmp.Compare(a.number, b.number) }) {
		found := slices.DeleteFunc(slices.Clone(all[c]), func(key string) bool { return c.failed && c.reads[key] == nil }) // keys that did not exist before
		if len(found) == 0 {
			continue
		}
		numbers = append(numbers, c.label())
		roots := slices.DeleteFunc(slices.Clone(found), func(key string) bool { return !own(key) })
		if len(roots) == 0 {
			roots = found
		}
		keys = append(keys, roots...)
	}
	if len(numbers) == 0 {
		return ""
	}
	slices.Sort(keys)
	return listed(numbers) + " used an earlier version of " + listed(slices.Compact(keys)) + "\n"
}

// label returns the name of a cell in front ends.
func (r *staleness) label() string { return "[" + strconv.Itoa(r.number) + "]" }

// text lists the stale cells, one in each line.
func (d *dependencies) text(why func(*staleness) string) string {
	var b strings.Builder
	for _, c := range d.sorted() {
		var earlier, later []string
		for _, key := range slices.Sorted(maps.Keys(c.stale)) {
			if from := c.stale[key]; from == nil {
				earlier = append(earlier, key)
			} else {
				later = append(later, key+" of "+from.label()+", which "+map[bool]string{true: "failed", false: "is stale"}[from.failed])
			}
		}
		if len(c.stale) == 0 {
			continue
		}
		if len(earlier) > 0 {
			later = append([]string{"an earlier version of " + listed(earlier)}, later...)
		}
		b.WriteString(c.label() + " used " + listed(later))
		if reason := why(c); reason != "" {
			b.WriteString(" (" + reason + ")")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// listed joins words.
func listed(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}
