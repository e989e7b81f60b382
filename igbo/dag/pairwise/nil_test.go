package pairwise

import (
	"io"
	"strings"
	"testing"
)

// TestNilAndZero checks that nil and zero values return helpful errors and never panic.
func TestNilAndZero(t *testing.T) {
	var none *Strengths
	_, fit := BradleyTerry(nil, DefaultOptions())
	_, zero := BradleyTerry([]Comparison{{Winner: "a", Loser: "b", Weight: 1}}, Options{})
	_, fromNil := none.DAG(DefaultOptions())
	_, fromZero := (&Strengths{}).DAG(DefaultOptions())
	_, reader := Read("c.csv", nil)
	_, empty := Read("", io.MultiReader())
	for what, err := range map[string]error{"list of comparisons is empty": fit, "zero Options": zero, "nil Strengths": fromNil,
		"zero Strengths": fromZero, "nil reader": reader, "empty reader": empty} {
		if err == nil || !ours(err) {
			t.Errorf("%s: got %v, want an error of this package", what, err)
		}
	}
}

// TestNames checks that names must be non-empty and printable.
func TestNames(t *testing.T) {
	for _, name := range []string{"", "b\n", "b\x00", "\xff"} {
		cs := []Comparison{{Winner: "a", Loser: name, Weight: 1}, {Winner: name, Loser: "a", Weight: 1}}
		if _, err := BradleyTerry(cs, DefaultOptions()); err == nil || !ours(err) {
			t.Errorf("%q: got %v, want an error", name, err)
		}
	}
}

// TestErrorsQuoteLittle checks that an error does not quote a whole file.
func TestErrorsQuoteLittle(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for what, text := range map[string]string{"a weight": "winner,loser,weight\na,b," + long + "\n", "a column": long + ",b\n"} {
		if _, err := Read("f", strings.NewReader(text)); err == nil || len(err.Error()) > 1000 {
			t.Errorf("%s: error %.100v, want a short one", what, err)
		}
	}
}

// ours reports whether an error comes from this package, or from dag, which checks the shared
// options.
func ours(err error) bool {
	return strings.HasPrefix(err.Error(), "pairwise: ") || strings.HasPrefix(err.Error(), "dag: ")
}
