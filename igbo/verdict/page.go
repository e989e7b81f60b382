package verdict

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/page"
)

// Page is the verdict as one HTML file with its tables and every figure; it needs no network
// and runs no script.
func (v *Verdict) Page() ([]byte, error) {
	figures, err := v.Figures() // which checks the verdict
	if err != nil {
		return nil, err
	}
	title := "Does the order help?"
	if v.Target != "" {
		title = fmt.Sprintf("Does the order help to predict %s?", v.Target)
	}
	p := page.Page{Title: title, Blocks: []page.Block{page.Statement(v.Sentence), page.Text(v.about())}, Footer: "igbo " + igbo.Info().Version}
	for _, warning := range v.Warnings {
		p.Blocks = append(p.Blocks, page.Text("Warning: "+warning+"."))
	}
	for _, t := range v.Tables() {
		p.Blocks = append(p.Blocks, page.Table(t))
	}
	for _, f := range figures {
		p.Blocks = append(p.Blocks, page.Figure{Figure: f})
	}
	return p.HTML(nil)
}

// about says what was judged and how.
func (v *Verdict) about() string {
	data := fmt.Sprintf("%s, %s", study.Plural(v.Samples, "sample"), study.Plural(len(v.Names), "feature"))
	if v.LeftOut > 0 {
		data += fmt.Sprintf(", %d of %d rows left out for missing values", v.LeftOut, v.Rows)
	}
	if len(v.Classes) > 0 {
		data += fmt.Sprintf(", %d classes", len(v.Classes))
	}
	return fmt.Sprintf("%s; %d folds, %d times; a %s model. %s", data, v.Config.Folds, v.Config.Repeats, v.Config.Model.Kind, v.Choice())
}
