package canvas

import (
	"bytes"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
)

// TestSubscripts checks that a text is divided into runs of subscripts and the text between them.
func TestSubscripts(t *testing.T) {
	for text, want := range map[string][]script{
		"":           nil,
		"v·g":        {{"v·g", ""}},
		"₁₀":         {{"₁₀", "10"}},
		"v·g₁ of x₂": {{"v·g", ""}, {"₁", "1"}, {" of x", ""}, {"₂", "2"}},
	} {
		if got := subscripts(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestSubscriptIsLower checks that a PNG shows a subscript, and that it is not the ordinary digit.
func TestSubscriptIsLower(t *testing.T) {
	image := func(title string) []byte {
		data, err := Settings{Name: "a", Title: title, Width: 200, Height: 100}.Chart(NewPanel()).PNG()
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	if lower := image("g₁"); bytes.Equal(lower, image("g1")) || bytes.Equal(lower, image("g")) {
		t.Error("the subscript is missing, or an ordinary digit")
	}
	var _ vg.CanvasSizer = raster{}
}
