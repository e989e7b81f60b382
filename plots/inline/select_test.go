//go:build unix

package inline_test

import (
	"html"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/plots/inline"
)

// words are those of a list, the last one such as HTML would take for an element.
var words = []string{"mass", "sex", "bill <mm>"}

// named is a figure of a word: a line as high as the word is long.
func named(word string) (inline.Figure, error) { return level(float64(len(word)) / 10) }

// TestChoices: a list has its words, as text, the first one shown, and one frame each.
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
	if strings.Count(page, `\u003csvg`) != len(words) || strings.Contains(page, `type="range"`) || strings.Contains(page, "<mm>") {
		t.Errorf("want %d frames behind a list: %.900s", len(words), page)
	}
	if frames, err = inline.Choices("target", words, named, inline.StartAt(1)); err != nil || !strings.Contains(frames.HTML(), `<option value="1" selected>sex`) {
		t.Errorf("%v: the second word is not shown first", err)
	}
}

// TestChoicesRefusals: empty words, words that come twice and no words are refused.
func TestChoicesRefusals(t *testing.T) {
	for want, list := range map[string][]string{"no values": nil, `word 1 of the list is ""`: {"a", ""}, `word 2 of the list is "a"`: {"a", "b", "a"}} {
		if _, err := inline.Choices("target", list, named); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", list, err, want)
		}
	}
	if err := inline.Select("target", words, nil); err == nil || !strings.Contains(err.Error(), "is nil") {
		t.Errorf("no function: %v", err)
	}
}

// TestSelectLive: the figure follows the list, and a list that needs no kernel stays.
func TestSelectLive(t *testing.T) {
	moved := moveToLast(t, "select", "target")
	if got := strings.Join(moved.captions, "; "); got != "target = mass; target = "+html.EscapeString(words[2]) {
		t.Errorf("figures for %q, want them for the first word and the last", got)
	}
	checkShown(t, moved.last, "<select")
}

// TestSelectMakesWay: a list shows its frames at once where nothing follows it or another cell waits.
func TestSelectMakesWay(t *testing.T) {
	waiting := queue(t, filepath.Join(t.TempDir(), "waiting"), "1")
	for name, p := range map[string]page{"a headless run": {noServer: true}, "another cell waits": {waiting: waiting}} {
		shown := runCell(t, "select", p, nil)
		if len(shown) != 1 {
			t.Fatalf("%s: %d outputs, want the frames alone", name, len(shown))
		}
		checkShown(t, shown[0], "<select")
	}
}
