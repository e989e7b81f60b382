package report

import (
	"strings"
	"text/template"

	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// answer returns the study's answer with the numbers of this result. It is empty in three cases: no answer is written; the
// settings differ from those of the answer, apart from the number of seeds; or the result lacks a cell.
func (e Entry) answer(tables []tabulate.Table) (string, error) {
	changed, err := e.Changed()
	if err != nil {
		return "", err
	}
	for _, c := range changed {
		if c.Key != e.Instance.Seeds {
			return "", nil
		}
	}
	q := quotes(tables)
	own := e.Definition.Answer()
	if own == "" {
		return "", nil
	}
	t, err := template.New(e.Name).Funcs(template.FuncMap{"cell": q.cell, "count": q.count, "rows": q.rows}).Parse(own)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	if t.Execute(&b, nil) != nil {
		return "", nil
	}
	return b.String(), nil
}
