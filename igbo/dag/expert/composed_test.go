package expert

import (
	"reflect"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestComposed checks that names are normalised to NFC everywhere in a file.
func TestComposed(t *testing.T) {
	const one, two = "caf\u00e9", "cafe\u0301"
	const text = "features: [X, b]\nranks:\n  - [X, b]\nedges:\n  - {u: X, v: b}\nties:\n  - [X, b]\nbounds:\n  - {feature: X, min: 0.1}\ndirections: {X: {X: +}, b: -}\n"
	want := must.Of(Parse("f", []byte(strings.ReplaceAll(text, "X", one)))).In(t)
	got := must.Of(Parse("f", []byte(strings.ReplaceAll(text, "X", two)))).In(t)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if _, err := Parse("f", []byte("features: ["+one+", "+two+"]\n")); err == nil || !strings.Contains(err.Error(), "is listed twice") {
		t.Errorf("two forms of a name: %v", err)
	}
}
