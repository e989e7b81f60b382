package cli

import (
	"errors"
	"slices"
	"testing"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/internal/must"
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

// TestTogether: flags that exclude each other are told in one short line, other faults as they are.
func TestTogether(t *testing.T) {
	cmd := &cobra.Command{}
	for _, name := range []string{"one", "two", "three"} {
		cmd.Flags().Bool(name, false, "")
	}
	cmd.MarkFlagsMutuallyExclusive("one", "two", "three")
	must.Do(t, cmd.ParseFlags([]string{"--one", "--three"}))
	const want = "got --one and --three together, expected at most one of --one, --two, --three"
	if err := together(cmd.ValidateFlagGroups()); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if other := errors.New("other"); together(other) != other || together(nil) != nil {
		t.Error("another fault, or none, is changed")
	}
}
