//go:build browser

package browsertest

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/lab"
)

// siteCell is a code cell with its outputs.
type siteCell struct {
	stdout, failure string
	figures         []string
	shell           bool // uses a shell command, which a browser does not have
	stateful        bool // needs values of earlier cells
}

// codeCells returns the code cells of a notebook.
func codeCells(t *testing.T, text []byte) (cells []siteCell) {
	t.Helper()
	var n struct {
		Cells []struct {
			Type    string `json:"cell_type"`
			Source  any
			Meta    struct{ Tags []string } `json:"metadata"`
			Outputs []struct {
				Type, Name, Ename, Evalue string
				Kind                      string `json:"output_type"`
				Text                      any
				Data                      map[string]any
			}
		}
	}
	must.Do(t, json.Unmarshal(text, &n))
	for _, c := range n.Cells {
		if c.Type != "code" {
			continue
		}
		one := siteCell{shell: strings.HasPrefix(joinedLines(c.Source), "!"), stateful: slices.Contains(c.Meta.Tags, lab.StatefulTag)}
		for _, o := range c.Outputs {
			if o.Kind == "stream" && o.Name == "stdout" {
				one.stdout += joinedLines(o.Text)
			}
			if o.Kind == "error" {
				one.failure = o.Ename + ": " + o.Evalue
			}
			if svg := joinedLines(o.Data["image/svg+xml"]); svg != "" {
				one.figures = append(one.figures, inWords.ReplaceAllString(strings.TrimSpace(svg), "\n"))
			}
		}
		cells = append(cells, one)
	}
	return cells
}

// joinedLines returns a text that a notebook file holds as one string or as lines.
func joinedLines(v any) string {
	if lines, is := v.([]any); is {
		var b strings.Builder
		for _, line := range lines {
			b.WriteString(fmt.Sprint(line))
		}
		return b.String()
	}
	text, _ := v.(string)
	return text
}

// compareCells fails if outputs of cells differ.
func compareCells(t *testing.T, name string, want, got []siteCell) {
	t.Helper()
	if len(want) != len(got) {
		t.Fatalf("%d code cells, expected %d", len(got), len(want))
	}
	works, same := 0, 0
	for i := range want {
		if want[i].stateful { // a browser has no values of earlier cells
			works++
			continue
		}
		if got[i].failure != want[i].failure {
			t.Errorf("code cell %d fails with %q, expected %q", i+1, got[i].failure, want[i].failure)
			continue
		}
		works++
		if want[i].shell {
			t.Logf("code cell %d is for a shell", i+1)
			continue
		}
		allowed, known := siteDiffers[name][i+1]
		what := lab.CompareText(want[i].stdout, got[i].stdout, max(siteTolerance, allowed.numbers))
		if len(got[i].figures) < len(want[i].figures) {
			what = fmt.Sprintf("%d figures, expected %d", len(got[i].figures), len(want[i].figures))
		}
		for k := range min(len(want[i].figures), len(got[i].figures)) {
			differs, farthest := figureDiffers(want[i].figures[k], got[i].figures[k], allowed)
			if differs != "" {
				what += fmt.Sprintf(" figure %d is another one: %s", k+1, differs)
			} else if farthest > 0 {
				t.Logf("code cell %d, figure %d: places up to %.2f points apart", i+1, k+1, farthest)
			}
		}
		switch {
		case what != "":
			t.Errorf("code cell %d: %s", i+1, what)
		case known:
			t.Logf("code cell %d may differ: %s", i+1, allowed.why)
		default:
			same++
		}
	}
	t.Logf("%d of %d cells work, %d show what is committed", works, len(want), same)
}

// firstDifference returns the texts around their first difference.
func firstDifference(want, got string) string {
	at := 0
	for at < min(len(want), len(got)) && want[at] == got[at] {
		at++
	}
	near := func(s string) string { return s[max(0, min(at, len(s))-40):min(len(s), at+40)] }
	return fmt.Sprintf("%q, expected %q", near(got), near(want))
}

// inWords matches the description of a figure, with the line end that older outputs lack.
var inWords = regexp.MustCompile(`<desc>[^<]*</desc>\n?|\n`)

// words matches what a figure writes, between its elements.
var words = regexp.MustCompile(`>[^<]+<`)

// place matches a number in a figure: a position or a length.
var place = regexp.MustCompile(`-?\d+(?:\.\d+)?`)

const (
	// siteTolerance is the relative difference that numbers in text may have.
	siteTolerance = 1e-9
	// sitePoints is the maximum difference of positions in figures, in points of a figure about 700 points wide.
	sitePoints = 0.1
)

// siteDifference allows differences of a code cell's figures in a browser, with the reason. Some numbers of a figure may differ by some
// points, or the same lines may be in another order. Numbers in text may differ by a relative tolerance.
type siteDifference struct {
	why     string
	points  float64
	places  int
	ordered bool
	numbers float64
}

// siteDiffers holds the allowed differences of code cells, by notebook.
var siteDiffers = map[string]map[int]siteDifference{
	// The cached network is the same. Line and marks of the four gaps below 1e-15 differ.
	"02_temporal_integrated_gradients.ipynb": {10: {why: "gaps as small as rounding, on a logarithmic axis: math.Exp, of which tanh is made, is assembly on amd64 and Go in a browser", points: 2.3, places: 20}},
	// Sorted, the lines of both figures are the same.
	"solutions/05_igbo_by_hand.ipynb": {13: {why: "two pieces of one contour come in another order", ordered: true}},
	// Ridge and similar methods agree to eight digits. Trained values differ by up to 0.0006 relatively, so 0.5253 and 0.5250 round to 0.53
	// and 0.52.
	"solutions/10_expert_priors.ipynb": {4: {why: "of two digits of a trained student's interval one is another", numbers: 0.02}},
}

// figureDiffers returns how a figure differs from the expected one: by its words, or by positions farther apart than sitePoints that are
// not allowed. The second result is the largest accepted distance.
func figureDiffers(want, got string, allowed siteDifference) (what string, farthest float64) {
	if allowed.ordered {
		want, got = sortedLines(want), sortedLines(got)
	}
	if want == got {
		return "", 0
	}
	a, b := place.FindAllString(want, -1), place.FindAllString(got, -1)
	if !slices.Equal(words.FindAllString(want, -1), words.FindAllString(got, -1)) || place.ReplaceAllString(want, "0") != place.ReplaceAllString(got, "0") || len(a) != len(b) {
		return firstDifference(want, got), 0
	}
	far := 0
	for i := range a {
		x, _ := strconv.ParseFloat(a[i], 64)
		y, _ := strconv.ParseFloat(b[i], 64)
		if farthest = max(farthest, math.Abs(x-y)); math.Abs(x-y) > sitePoints {
			far++
		}
	}
	if far > allowed.places || farthest > max(allowed.points, sitePoints) {
		return fmt.Sprintf("%d of %d places are up to %.2f points away: %s", far, len(a), farthest, firstDifference(want, got)), 0
	}
	return "", farthest
}

func sortedLines(figure string) string {
	return strings.Join(slices.Sorted(strings.SplitSeq(figure, "\n")), "\n")
}
