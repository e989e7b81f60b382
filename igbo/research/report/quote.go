package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// quotes are the tables of a result. Texts quote their cells, so a number in a text is always that of the result.
type quotes []tabulate.Table

// find returns the table with a name, or the first table if the name is empty.
func (q quotes) find(name string) (tabulate.Table, error) {
	i := slices.IndexFunc(q, func(t tabulate.Table) bool { return t.Name == name || name == "" })
	if i < 0 {
		return tabulate.Table{}, fmt.Errorf("table %q not found", name)
	}
	return q[i], nil
}

// cell returns the value in a column of the first row that has these keys in this order. Other cells can be between them.
func (q quotes) cell(name, column string, keys ...string) (string, error) {
	t, err := q.find(name)
	if err != nil {
		return "", err
	}
	at, err := columnOf(t, column)
	if err != nil {
		return "", err
	}
	for _, row := range t.Rows {
		if begins(row, keys) {
			return tabulate.Minus(row[at]), nil
		}
	}
	return "", fmt.Errorf("table %s: row %q not found", t.Name, keys)
}

func columnOf(t tabulate.Table, name string) (int, error) {
	at := slices.Index(t.Header, name)
	if at < 0 {
		return at, fmt.Errorf("table %s: column %q not found, want one of %q", t.Name, name, t.Header)
	}
	return at, nil
}

// begins reports whether a row has the keys in this order.
func begins(row, keys []string) bool {
	for _, c := range row {
		if len(keys) > 0 && c == keys[0] {
			keys = keys[1:]
		}
	}
	return len(keys) == 0
}

// count returns the number of rows whose cell in the column begins with the word.
func (q quotes) count(name, column, word string) (int, error) {
	t, err := q.find(name)
	if err != nil {
		return 0, err
	}
	at, err := columnOf(t, column)
	n := 0
	for _, row := range t.Rows {
		if err == nil && strings.HasPrefix(row[at], word) {
			n++
		}
	}
	return n, err
}

// rows returns the number of rows of a table.
func (q quotes) rows(name string) (int, error) {
	t, err := q.find(name)
	return len(t.Rows), err
}
