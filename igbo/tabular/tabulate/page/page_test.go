package page

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// bars returns a figure of two bars.
func bars(t *testing.T, options ...plots.Option) plots.Figure {
	t.Helper()
	f := must.Of(plots.Bars([]string{"a", "b"}, []plots.BarSeries{{Name: "one", Values: []float64{1, 2}}}, options...)).In(t)
	return f
}

// hostile would inject code at any place in a page without escaping.
const hostile = `</code></p><script>alert("1")</script>' onload=x`

// TestPage checks that input is escaped everywhere, that the page has no external references, that
// anchors are unique, that drawings have descriptions, and that wide tables are marked.
func TestPage(t *testing.T) {
	table := tabulate.Table{Name: hostile, Title: hostile, Header: []string{hostile}, Rows: [][]string{{hostile}}, Notes: []string{hostile}}
	wideTable := tabulate.Table{Name: "wide", Header: strings.Split("abcdefghi", ""), Rows: [][]string{strings.Split("123456789", "")}}
	blocks := []Block{Text(hostile), Statement(hostile), Code(hostile), Facts{{hostile, hostile}}, Table(table), Table(wideTable),
		Figure{bars(t, plots.Title(hostile), plots.Alt(hostile))}, Figure{bars(t, plots.Name("bare"))}}
	var informed []int
	text, err := Page{Title: hostile, Footer: hostile, Blocks: blocks, Sections: []Section{
		{Title: hostile, About: hostile, Blocks: blocks}, {Title: "twice", Blocks: blocks}, {Title: "Twice!", Blocks: blocks},
	}}.HTML(func(done, total int) { informed = append(informed, done, total) })
	if err != nil {
		t.Fatal(err)
	}
	if found := regexp.MustCompile(`(?i)<script|<link|<img|https?://|href="[^#]`).FindAll(text, 3); found != nil {
		t.Errorf("the page has %q", found)
	}
	if len(informed) != 6 || informed[4] != 3 || informed[5] != 3 {
		t.Errorf("told %v, want each of 3", informed)
	}
	seen := map[string]bool{}
	for _, id := range regexp.MustCompile(` id="([^"]*)"`).FindAllSubmatch(text, -1) {
		if name := string(id[1]); seen[name] {
			t.Errorf("the anchor %q comes twice", name)
		} else {
			seen[name] = true
		}
	}
	for _, want := range []string{"twice", "twice-2", "contents", "twice-wide", "twice-2-figure-bare"} {
		if !seen[want] {
			t.Errorf("no anchor %q among %v", want, seen)
		}
	}
	drawings := regexp.MustCompile(`<svg[^>]*>`).FindAll(text, -1)
	for _, svg := range drawings {
		if !bytes.Contains(svg, []byte("aria-label=")) || !bytes.Contains(svg, []byte(`role="img"`)) || bytes.Contains(svg, []byte("xmlns")) {
			t.Errorf("%s", svg)
		}
	}
	if len(drawings) != 8 || bytes.Count(text, []byte(`class="table wide"`)) != 4 {
		t.Errorf("%d drawings, want 8; %d wide tables, want 4", len(drawings), bytes.Count(text, []byte(`class="table wide"`)))
	}
}

// TestOneSection checks that a page with one section has no table of contents.
func TestOneSection(t *testing.T) {
	text, err := Page{Sections: []Section{{Title: "only"}}}.HTML(nil)
	if err != nil || bytes.Contains(text, []byte("<nav")) || bytes.Contains(text, []byte(`"#contents"`)) {
		t.Errorf("%v, %s", err, text)
	}
}

// broken is a figure that cannot be drawn.
type broken struct{ plots.Figure }

var errDrawing = errors.New("no ink")

func (broken) SVG() ([]byte, error) { return nil, errDrawing }

// TestBrokenFigure checks that the error names the section.
func TestBrokenFigure(t *testing.T) {
	_, err := Page{Sections: []Section{{Title: "fine"}, {Title: "spoilt", Blocks: []Block{Figure{broken{bars(t)}}}}}}.HTML(nil)
	if !errors.Is(err, errDrawing) || !strings.HasPrefix(err.Error(), "page: spoilt: ") {
		t.Errorf("error %v", err)
	}
	if _, err := (Page{Blocks: []Block{Figure{broken{bars(t)}}}}).HTML(nil); !errors.Is(err, errDrawing) {
		t.Errorf("error %v", err)
	}
}
