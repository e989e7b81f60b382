package expert

import (
	"strings"
	"testing"
)

// TestNamesEverywhere checks that all places with feature names require non-empty, distinct and
// printable names.
func TestNamesEverywhere(t *testing.T) {
	for what, names := range map[string][]string{
		"repeated": {"a", "b", "a"}, "empty": {"a", "", "c"}, "control character": {"a", "b\n", "c"},
		"null": {"a", "b\x00", "c"}, "no UTF-8": {"a", "\xff", "c"},
	} {
		_, listed := New(names...).Edge("a", "c").Build(DefaultOptions())
		_, ranked := New().Rank(names...).Build(DefaultOptions())
		for where, err := range map[string]error{"New": listed, "Rank": ranked} {
			if err == nil || !ours(err) {
				t.Errorf("%s name, %s: got %v, want an error", what, where, err)
			}
		}
	}
}

// TestNilAndZero checks that nil and zero values return helpful errors and never panic.
func TestNilAndZero(t *testing.T) {
	var none *Prior
	_, built := none.Build(DefaultOptions())
	_, zero := (&Prior{}).Build(Options{})
	_, yaml := none.YAML()
	_, parsed := Parse("", nil)
	for what, err := range map[string]error{"nil": built, "zero": zero, "YAML of nil": yaml, "Parse of nothing": parsed} {
		if err == nil || !ours(err) {
			t.Errorf("%s: got %v, want an error of this package", what, err)
		}
	}
	if started := none.Rank("a", "b"); started == nil || len(started.Statements) != 1 {
		t.Errorf("a nil opinion starts one: got %+v", started)
	}
}

// TestErrorsQuoteLittle checks that an error does not quote a whole file.
func TestErrorsQuoteLittle(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for what, text := range map[string]string{
		"text for a mapping": long, "a key": long + ": 1\n", "a score": "score: " + long, "a number": "bounds: [{feature: a, min: " + long + "}]",
	} {
		if _, err := Parse("f", []byte(text)); err == nil || len(err.Error()) > 1000 {
			t.Errorf("%s: error %.100v of %d bytes, want a short one", what, err, len(err.Error()))
		}
	}
}
