package explain

import (
	"fmt"
	"strings"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate/page"
)

// Page returns the explanation as one HTML file with its tables and figures. Its first line names the most important features. The file
// needs no network and runs no script.
func (e *Explanation) Page() ([]byte, error) {
	figures, err := e.Figures()
	if err != nil {
		return nil, err
	}
	p := page.Page{Title: "What does the model look at?", Footer: "igbo " + igbo.Info().Version}
	if e.Target != "" {
		p.Title = fmt.Sprintf("What does the model look at to predict %s?", e.Target)
	}
	p.Blocks = []page.Block{page.Statement(e.Sentence())}
	for _, w := range e.Warnings {
		p.Blocks = append(p.Blocks, page.Text("Warning: "+w+"."))
	}
	for _, f := range figures {
		p.Blocks = append(p.Blocks, page.Figure{Figure: f})
	}
	p.Blocks = append(p.Blocks, page.Table(e.Table()))
	if t, ok := e.pairTable(); ok {
		p.Blocks = append(p.Blocks, page.Table(t))
	}
	p.Blocks = append(p.Blocks, e.facts())
	return p.HTML(nil)
}

// mostNamed is the maximum number of features that the sentence names.
const mostNamed = 3

// Sentence returns a sentence that names the features with the largest shares of the attributions.
func (e *Explanation) Sentence() string {
	order, rest := e.byShare(), 0.0
	if len(order) == 0 || e.Features[order[0]].Share == 0 {
		return "The model relies on no feature: every score is 0, so its output does not depend on the data."
	}
	var parts []string
	for i, k := range order {
		f := e.Features[k]
		if i >= mostNamed {
			rest += f.Share
			continue
		}
		reported := fmt.Sprintf("%s (%s\u00a0±\u00a0%s", f.Name, percent(f.Share), percent(f.Interval))
		if verb := f.Direction.verb(); verb != "" {
			reported += ", " + verb + " the output"
		}
		parts = append(parts, reported+")")
	}
	reported := "The model relies most on " + parts[0]
	if len(parts) > 1 {
		reported += ", then on " + strings.Join(parts[1:], " and ")
	}
	switch others := len(order) - mostNamed; {
	case others == 1:
		reported += fmt.Sprintf("; the other feature has %s", percent(rest))
	case others > 1:
		reported += fmt.Sprintf("; the other %d features share %s", others, percent(rest))
	}
	return reported + ". Percentages are shares of the attributions, by magnitude."
}

// percent formats a share; a no-break space keeps number and sign together.
func percent(share float64) string { return fmt.Sprintf("%.1f\u00a0%%", 100*share) }

// Table returns a table with a row for each feature, the largest share first.
func (e *Explanation) Table() tabulate.Table {
	t := tabulate.Table{Name: "features", Title: "The features, from the largest share", Header: []string{"feature", "share", "±", e.third()}}
	permuted, random := e.Permuted != "", e.RandomCorrelation != nil
	if permuted {
		t.Header = append(t.Header, "permutation", "±")
		t.Notes = append(t.Notes, fmt.Sprintf("Permutation: %s, on %s.", e.Permuted, tabulate.Plural(e.PermutedRows, "sample")))
	}
	if random {
		t.Header = append(t.Header, "share, random")
		t.Notes = append(t.Notes, fmt.Sprintf("Random: the same model with random parameters. Its shares have a rank correlation of %.2f with those of the model. If the correlation is near 1, the attributions depend little on what the model learned.", *e.RandomCorrelation))
	}
	for _, k := range e.byShare() {
		f := e.Features[k]
		row := []string{f.Name, fmt.Sprintf("%.4f", f.Share), fmt.Sprintf("%.4f", f.Interval), e.moves(f)}
		if permuted {
			row = append(row, shown(f.Permutation), shown(f.StdDev))
		}
		if random {
			row = append(row, shown(f.Random))
		}
		t.Rows = append(t.Rows, row)
	}
	about := fmt.Sprintf("Share: the mean of |H| over the samples, and half the width of its interval at %g %%. H is a feature's part in the change of a sample's output from the baseline", 100*e.Config.Level)
	if e.Config.Attribution.Score == attribution.Signed {
		about += "; its sign is positive if the feature raises the output, and negative if it lowers it"
	}
	notes := []string{about + "."}
	if e.directed() {
		notes = append(notes, fmt.Sprintf("A rise of it: whether the output rises or falls if the feature rises and the other features stay the same, on %s. The percentage is the share of samples with this direction. \"Both\" means that the interval of the mean contains both signs.", tabulate.Plural(e.effects.samples(), "sample")))
	}
	t.Notes = append(notes, t.Notes...)
	return t
}

// facts describes the model, the data and the method.
func (e *Explanation) facts() page.Facts {
	score := "absolute"
	if e.Config.Attribution.Score == attribution.Signed {
		score = "signed"
	}
	data := tabulate.Plural(e.Samples, "sample")
	if e.Steps > 1 {
		data += " of " + tabulate.Plural(e.Steps, "step")
	}
	from := fmt.Sprintf("%s, from the baseline %s, with %s", score, e.Baseline, tabulate.Plural(e.Config.Attribution.Points, "point"))
	if e.Method != "" {
		from = fmt.Sprintf("%s, of %s, against %s", score, e.Method, e.Baseline)
	}
	f := page.Facts{
		{"Model", fmt.Sprintf("%s (%s)", e.Model, e.Kind)}, {"Data", fmt.Sprintf("%s, %s", e.Data, data)},
		{"Scores", from},
		{"Exact to", fmt.Sprintf("%.2g of the mean change of the output (mean gap %.3g, largest %.3g)", e.Gap.Relative, e.Gap.Mean, e.Gap.Largest)},
	}
	if e.Digest != "" {
		f = append(f, [2]string{"SHA-256", e.Digest})
	}
	return f
}
