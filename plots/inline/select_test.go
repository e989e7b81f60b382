//go:build unix

package inline_test

import (
	"strings"
	"testing"

	"github.com/igbolab/igbolab/plots/inline"
)

// words are the words of a list. The last one looks like an HTML element.
var words = []string{"mass", "sex", "bill <mm>"}

// named returns a figure for a word: a line at a height proportional to the word's length.
func named(word string) (inline.Figure, error) { return level(float64(len(word)) / 10) }

// TestChoices checks that a list contains its words as text, shows the first one first, and has one
// frame per word.
func TestChoices(t *testing.T) {
	frames, err := inline.Choices("target", words, named)
	if err != nil {
		t.Fatal(err)
	}
	page := frames.HTML()
	for _, want := range []string{"<select", `<option value="0" selected>mass</option>`, `<option value="2">bill &lt;mm&gt;</option>`, `alt="target = mass"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the block has no %s", want)
		}
	}
	_, frameLists, _ := strings.Cut(page, "const frames = [[")
	frameLists, _, _ = strings.Cut(frameLists, "]];")
	if strings.Count(frameLists, "],[") != len(words)-1 || strings.Contains(page, `type="range"`) || strings.Contains(page, "<mm>") {
		t.Errorf("want %d frames behind a list: %.900s", len(words), page)
	}
	if frames, err = inline.Choices("target", words, named, inline.StartAt(1)); err != nil || !strings.Contains(frames.HTML(), `<option value="1" selected>sex`) {
		t.Errorf("%v: the second word is not shown first", err)
	}
}

// TestChoicesRefusals checks that empty, repeated or missing words are rejected.
func TestChoicesRefusals(t *testing.T) {
	for want, list := range map[string][]string{"at least one value is required": nil, "word 1 must not be empty": {"a", ""}, `word 2, "a", occurs twice`: {"a", "b", "a"}} {
		if _, err := inline.Choices("target", list, named); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", list, err, want)
		}
	}
	if err := inline.Select("target", words, nil); err == nil || !strings.Contains(err.Error(), "is nil") {
		t.Errorf("no function: %v", err)
	}
}

// TestSelectFollows checks that the figure follows the list, and that readers without widgets see
// Choices.
func TestSelectFollows(t *testing.T) {
	m := move(t, "select", "DropdownModel", map[string]any{"index": 2})
	if len(m.figures) != 2 || !strings.Contains(m.figures[0], "mass") && m.figures[0] == m.figures[1] {
		t.Errorf("%d figures", len(m.figures))
	}
	checkShown(t, m.shown, "<select")
}

// TestSelectShowsChoices checks that Select shows frames where live widgets are not available.
func TestSelectShowsChoices(t *testing.T) {
	shown := runCell(t, "select", page{noServer: true}, nil)
	if len(shown) != 1 {
		t.Fatalf("%d outputs, want the frames alone", len(shown))
	}
	checkShown(t, shown[0], "<select")
}
