package cli

import (
	"errors"
	"slices"
	"testing"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestOneLine checks that several lines are joined to one.
func TestOneLine(t *testing.T) {
	for message, want := range map[string]string{
		"wrong": "wrong", "a\nb": "a; b", "cannot hold:\n  a > b\n\n  b > a\n": "cannot hold: a > b; b > a", "": "",
	} {
		if got := oneLine(message); got != want {
			t.Errorf("%q is %q, want %q", message, got, want)
		}
	}
}

// TestNear checks that a typing error or a prefix gets the name as a suggestion, and that an unrelated word does not.
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

// TestTogether checks that flags that exclude each other are reported in one short line, and other errors unchanged.
func TestTogether(t *testing.T) {
	cmd := &cobra.Command{}
	for _, name := range []string{"one", "two", "three"} {
		cmd.Flags().Bool(name, false, "")
	}
	cmd.MarkFlagsMutuallyExclusive("one", "two", "three")
	must.Do(t, cmd.ParseFlags([]string{"--one", "--three"}))
	const want = "got --one and --three together; use at most one of --one, --two, --three"
	if err := together(cmd.ValidateFlagGroups()); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if other := errors.New("other"); together(other) != other || together(nil) != nil {
		t.Error("another fault, or none, is changed")
	}
}
