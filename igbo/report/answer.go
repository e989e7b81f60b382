package report

import (
	_ "embed"
	"strings"
	"text/template"

	"github.com/igbolab/igbolab/igbo/study"
)

// answers are the sentences that answer the studies' questions.
//
//go:embed answers.tmpl
var answers string

// answer is the study's answer with the numbers of this result; empty where none is written, where the settings are others
// than those that it was written for, the number of seeds aside, and where the result lacks a cell: some do not say their settings.
func (e Entry) answer(tables []study.Table) (string, error) {
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
	all, err := template.New("").Funcs(template.FuncMap{"cell": q.cell, "count": q.count, "rows": q.rows}).Parse(answers)
	if err != nil {
		return "", err
	}
	t := all.Lookup(e.Name)
	if t == nil {
		return "", nil
	}
	var b strings.Builder
	if t.Execute(&b, nil) != nil {
		return "", nil
	}
	return b.String(), nil
}
