package cli

import (
	"slices"
	"testing"
)

// TestOneLine: what stands on several lines stands on one.
func TestOneLine(t *testing.T) {
	for message, want := range map[string]string{
		"wrong": "wrong", "a\nb": "a; b", "cannot hold:\n  a > b\n\n  b > a\n": "cannot hold: a > b; b > a", "": "",
	} {
		if got := oneLine(message); got != want {
			t.Errorf("%q is %q, want %q", message, got, want)
		}
	}
}

// TestNear: a slip or a beginning gets the name, another word and none do not.
func TestNear(t *testing.T) {
	names := []string{"recurrence", "pareto", "noise"}
	for word, want := range map[string][]string{
		"recurence": {"recurrence"}, "PARETTO": {"pareto"}, "noi": {"noise"}, "nonsense": nil, "": nil,
	} {
		if got := Near(word, names); !slices.Equal(got, want) {
			t.Errorf("%q gets %q, want %q", word, got, want)
		}
	}
}
