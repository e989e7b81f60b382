package report

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/plot/cmpimg"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/plots"
)

// picturePath is the path of the figure at the top of the page of findings.
var picturePath = filepath.Join("..", "..", "..", "notebooks", "images", "findings.png")

// pictured are the methods of that figure with their labels.
var pictured = []struct{ method, label string }{
	{"ridge on rows of all other groups", "ridge on rows of all groups"},
	{"posterior, order and signs, population's units", "posterior, in the population's units"},
	{"posterior, order and signs", "posterior, order and signs"},
	{"sign-rank-ridge", "sign-rank-ridge"},
	{"posterior, soft order and signs", "posterior, soft order"},
	{"order with signs by IGBO", "IGBO, order and signs"},
	{"posterior, nothing known", "posterior, no order"},
	{"posterior, order and signs, placebo", "posterior, shuffled order"},
	{"posterior, order and signs, reversed", "posterior, reversed order"},
}

// picture draws the error of each method in other populations relative to ridge.
func picture() (plots.Figure, error) {
	t, err := quoted("shift", func(q quotes) (records, error) {
		t, err := q.find("shift-abroad")
		return t.Records(), err
	})
	if err != nil {
		return nil, err
	}
	dots, labels := plots.BarSeries{Name: "mean and 95 % interval over 34 tables"}, []string{}
	for _, p := range pictured {
		v, err := t.interval(p.method)
		if err != nil {
			return nil, err
		}
		labels = append(labels, p.label)
		dots.AddInterval(v[0], v[1], v[2])
	}
	return plots.Dots(labels, []plots.BarSeries{dots}, plots.Name("findings"), plots.Size(900, 400), plots.XLabel("error ÷ ridge's error"),
		plots.Title("In other populations a written order lowers the error, and a shuffled one raises it"), plots.RuleX("ridge (no order)", 1))
}

// records has the header and the rows of a table with unrounded numbers.
type records [][]string

// interval returns the ratio of a method with its ends.
func (t records) interval(method string) (v [3]float64, err error) {
	at, row := slices.Index(t[0], "ratio"), slices.IndexFunc(t, func(row []string) bool { return row[0] == method })
	if at < 0 || row < 0 {
		return v, fmt.Errorf("no ratio of %q", method)
	}
	for i := range v {
		if v[i], err = strconv.ParseFloat(t[row][at+i], 64); err != nil {
			return v, err
		}
	}
	return v, nil
}

// TestPicture checks that the committed figure equals the one made from the committed result. With -update, it draws the
// figure.
func TestPicture(t *testing.T) {
	drawn := must.Of(plots.Files([]plots.Figure{must.Of(picture()).In(t)})).In(t)
	made := drawn[slices.IndexFunc(drawn, func(f plots.File) bool { return f.Name == "findings.png" })].Content
	if *update {
		must.Do(t, os.WriteFile(picturePath, made, 0o644))
	}
	there := must.Of(os.ReadFile(picturePath)).In(t)
	if same, err := cmpimg.EqualApprox("png", made, there, 0.1); err != nil || !same {
		t.Errorf("notebooks/images/findings.png is not what the committed result makes (%v): go test ./igbo/research/report -run TestPicture -update draws it again", err)
	}
}
