package explain

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// hostileName would inject code at any place in a page without escaping.
const hostileName = `</td><script>alert(1)</script>" onload=x`

// TestPage checks that the page starts with its result, has every table and figure, escapes
// external text, and is self-contained.
func TestPage(t *testing.T) {
	data := dataFile(t, 60, true)
	e := mustExplain(t, mustOpen(t, savedModel(t, data, true), data, Options{}), DefaultConfig())
	e.Features[0].Name, e.Warnings = hostileName, []string{hostileName}
	text := must.Of(e.Page()).In(t)
	page := string(text)
	if found := regexp.MustCompile(`(?i)<script|<link|<img|https?://|href="[^#]`).FindString(page); found != "" {
		t.Errorf("the page has %q", found)
	}
	question, answer := strings.Index(page, "What does the model look at to predict y?</h1>"), strings.Index(page, "\u00a0±\u00a0")
	if question < 0 || answer < question || answer > strings.Index(page, "<svg") {
		t.Errorf("the question is at %d, the answer at %d, want them before the figure", question, answer)
	}
	for _, want := range []string{"<svg", "The features, from the largest share", "Permutation:", "random parameters", "Exact to"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	files, err := e.Files()
	if err != nil {
		t.Fatal(err)
	}
	for name := range files {
		if !slices.Contains(FileNames(), name) {
			t.Errorf("%s is written, and no guard knows it", name)
		}
	}
}

// TestSentence checks that the sentence names the largest shares and sums up the others, and checks
// a model that uses no feature.
func TestSentence(t *testing.T) {
	made := func(shares ...float64) *Explanation {
		e := &Explanation{}
		for i, v := range shares {
			e.Features = append(e.Features, Feature{Name: string(rune('a' + i)), Share: v, Interval: v / 10})
		}
		return e
	}
	for want, e := range map[string]*Explanation{
		"The model relies most on a (100.0 % ± 10.0 %). Percentages are shares of the attributions, by magnitude.":                                                                                    made(1),
		"The model relies most on b (70.0 % ± 7.0 %), then on a (30.0 % ± 3.0 %). Percentages are shares of the attributions, by magnitude.":                                                          made(.3, .7),
		"The model relies most on a (50.0 % ± 5.0 %), then on b (30.0 % ± 3.0 %) and c (15.0 % ± 1.5 %); the other feature has 5.0 %. Percentages are shares of the attributions, by magnitude.":      made(.5, .3, .15, .05),
		"The model relies most on a (50.0 % ± 5.0 %), then on b (30.0 % ± 3.0 %) and c (15.0 % ± 1.5 %); the other 2 features share 5.0 %. Percentages are shares of the attributions, by magnitude.": made(.5, .3, .15, .04, .01),
		"The model relies on no feature: every score is 0, so its output does not depend on the data.":                                                                                                made(0, 0),
	} {
		if got := strings.ReplaceAll(e.Sentence(), "\u00a0", " "); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}
