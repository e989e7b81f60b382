package proxy

import (
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// TestDependencies checks that cells become stale by what they read, directly or through stale cells, but not by variables that are set
// again after them.
func TestDependencies(t *testing.T) {
	words := strings.Fields
	type run struct {
		cell, changed, declares, sets, reads string
		want                                 string // the note
	}
	for _, c := range []struct {
		name  string
		runs  []run
		stale string
	}{
		{"a variable", []run{{cell: "a", sets: "x"}, {cell: "b", reads: "x"}, {cell: "c", sets: "y", reads: "y"}, {cell: "a", sets: "x", want: "[2] used an earlier version of x\n"}}, "[2] used an earlier version of x\n"},
		{"one that ran again", []run{{cell: "a", sets: "x"}, {cell: "b", reads: "x"}, {cell: "a", sets: "x", want: "[2] used an earlier version of x\n"}, {cell: "b", reads: "x"}}, ""},
		{"from top to bottom", []run{{cell: "a", sets: "x"}, {cell: "b", reads: "x"}, {cell: "c", sets: "x", reads: "x"}, {cell: "d", reads: "x"}}, ""},
		{"a later cell sets it", []run{{cell: "a", sets: "x"}, {cell: "b", sets: "x", reads: "x"}, {cell: "c", reads: "x"}, {cell: "a", sets: "x", want: "[2] used an earlier version of x\n"}},
			"[2] used an earlier version of x\n[3] used x of [2], which is stale\n"},
		{"that one ran twice", []run{{cell: "a", sets: "x"}, {cell: "b", sets: "x", reads: "x"}, {cell: "b", sets: "x", reads: "x"}, {cell: "a", sets: "x", want: "[3] used an earlier version of x\n"}}, "[3] used an earlier version of x\n"},
		{"a function", []run{{cell: "a", declares: "f"}, {cell: "b", reads: "f"}, {cell: "c", declares: "g"}, {cell: "d", reads: "f g"}, {cell: "a", declares: "f"},
			{cell: "a", declares: "f", changed: "f g", want: "[2] and [4] used an earlier version of f\n"}}, "[2] used an earlier version of f\n[4] used an earlier version of f and g\n"},
		{"another cell declares it", []run{{cell: "a", declares: "f"}, {cell: "b", reads: "f"}, {cell: "c", declares: "f", changed: "f", want: "[2] used an earlier version of f\n"}}, "[2] used an earlier version of f\n"},
		{"what depends on it", []run{{cell: "a", declares: "a"}, {cell: "b", declares: "b"}, {cell: "c", reads: "b"}, {cell: "a", declares: "a", changed: "a b", want: "[3] used an earlier version of b\n"}}, "[3] used an earlier version of b\n"},
		{"a chain", []run{{cell: "a", sets: "x"}, {cell: "b", sets: "y", reads: "x"}, {cell: "c", sets: "z", reads: "y"}, {cell: "a", sets: "x", want: "[2] used an earlier version of x\n"},
			{cell: "b", sets: "y", reads: "x", want: "[3] used an earlier version of y\n"}}, "[3] used an earlier version of y\n"},
		{"it no longer sets it", []run{{cell: "a", sets: "x"}, {cell: "b", sets: "y", reads: "x"}, {cell: "c", reads: "y"}, {cell: "a", sets: "x", want: "[2] used an earlier version of x\n"}, {cell: "b", reads: "x", want: "[3] used an earlier version of y\n"}}, "[3] used an earlier version of y\n"},
	} {
		var d dependencies
		d.forget()
		for i, r := range c.runs {
			effect := cells.Effect{Changed: words(r.changed), Declares: words(r.declares), Sets: words(r.sets), Reads: words(r.reads)}
			_, found := d.ran(staleness{name: r.cell, number: i + 1}, effect, true)
			if got := usedText(found, effect); got != r.want {
				t.Errorf("%s, run %d: %q, want %q", c.name, i+1, got, r.want)
			}
		}
		if got := d.text(func(*staleness) string { return "" }); got != c.stale {
			t.Errorf("%s: %q, want %q", c.name, got, c.stale)
		}
	}
}

// TestTogether checks that what an earlier part of a cell sets is not counted as read from other cells.
func TestTogether(t *testing.T) {
	e := together([]cells.Effect{{Sets: []string{"x"}, Reads: []string{"a"}}, {Declares: []string{"f"}, Reads: []string{"a", "x"}}, {Reads: []string{"f", "b"}, Changed: []string{"f"}}})
	if got := strings.Join(e.Reads, " ") + "; " + strings.Join(e.Sets, " ") + "; " + strings.Join(e.Declares, " ") + "; " + strings.Join(e.Changed, " "); got != "a b; x; f; f" {
		t.Error(got)
	}
}

// TestDeleted checks that remove returns the last declarations of deleted cells, which are no longer reported.
func TestDeleted(t *testing.T) {
	var d dependencies
	d.forget()
	d.ran(staleness{name: "a", number: 1}, cells.Effect{Sets: []string{"x", "y"}, Declares: []string{"f", "x"}}, true)
	d.ran(staleness{name: "b", number: 2}, cells.Effect{Sets: []string{"y"}, Reads: []string{"x"}}, true)
	if got := strings.Join(d.remove([]string{"a", "none"}), " "); got != "f x" {
		t.Error(got)
	}
	if _, found := d.ran(staleness{name: "c", number: 3}, cells.Effect{Changed: []string{"x"}}, true); len(found) != 1 {
		t.Error(found)
	}
	d.remove([]string{"b"})
	if got := d.text(func(*staleness) string { return "" }); got != "" {
		t.Error(got)
	}
}
