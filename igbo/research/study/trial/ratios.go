package trial

import (
	"slices"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// Ratios fills a table with a row for each element of rows and a column for each column. A row begins with its words, under the
// headers first. A missing ratio is shown as a dash, and a row without any ratio is omitted.
func Ratios(t tabulate.Table, first, columns []string, rows [][]string, at func(row, column int) (study.Interval, bool)) tabulate.Table {
	t.Header, t.Data = slices.Clone(first), [][]string{slices.Clone(first)}
	for _, c := range columns {
		t.Columns(c, tabulate.Ends(c)...)
	}
	for i, words := range rows {
		line, tried := []tabulate.Field{tabulate.Words(words...)}, false
		for j := range columns {
			q, ok := at(i, j)
			line, tried = append(line, study.Known(q, ok)), tried || ok
		}
		if tried {
			t.Add(line...)
		}
	}
	return t
}

// Column returns rows of one word each.
func Column(words []string) [][]string {
	return study.Each(words, func(w string) []string { return []string{w} })
}
