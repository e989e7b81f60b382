package report

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/igbolab/igbolab/igbo/study"
)

// find is a table of a committed result, the first one for the empty name.
func find(of, name string) (study.Table, error) {
	made, _ := tabulated.LoadOrStore(of, sync.OnceValues(func() ([]study.Table, error) { return tables(of) }))
	tables, err := made.(func() ([]study.Table, error))()
	if err != nil {
		return study.Table{}, err
	}
	i := slices.IndexFunc(tables, func(t study.Table) bool { return t.Name == name || name == "" })
	if i < 0 {
		return study.Table{}, fmt.Errorf("%s has no table %q", of, name)
	}
	return tables[i], nil
}

// tabulated makes the tables of a study's committed result once: a page quotes hundreds of their cells, and some draw bootstraps.
var tabulated sync.Map

// tables are those of a committed result.
func tables(of string) ([]study.Table, error) {
	r, err := reported(of)
	if err != nil {
		return nil, err
	}
	if r == nil {
		return nil, fmt.Errorf("%s has no committed result", of)
	}
	return r.Tables(), nil
}

// minus is a hyphen that is the sign of a number.
var minus = regexp.MustCompile(`(^|[\s\[(])-(\.?\d)`)

// cell is what stands in a column of the first row that begins with these keys, in their order though other
// cells may stand between them. With the column "seeds" and no table it is the number of seeds.
func cell(of, name, column string, keys ...string) (string, error) {
	if name == "" && column == "seeds" {
		return seeds(of)
	}
	t, err := find(of, name)
	if err != nil {
		return "", err
	}
	at := slices.Index(t.Header, column)
	if at < 0 {
		return "", fmt.Errorf("the table %s of %s has no column %q but %q", t.Name, of, column, t.Header)
	}
	for _, row := range t.Rows {
		if begins(row, keys) {
			return minus.ReplaceAllString(row[at], "$1−$2"), nil
		}
	}
	return "", fmt.Errorf("the table %s of %s has no row %q", t.Name, of, keys)
}

// begins tells whether a row has the keys, one after the other.
func begins(row, keys []string) bool {
	for _, c := range row {
		if len(keys) > 0 && c == keys[0] {
			keys = keys[1:]
		}
	}
	return len(keys) == 0
}

// seeds is the number of a committed result's seeds.
func seeds(of string) (string, error) {
	entries, err := Committed()
	if err != nil {
		return "", err
	}
	for _, e := range entries {
		if e.Name == of && e.Result != nil {
			said, err := e.seeds()
			n, _, _ := strings.Cut(said, ",")
			return n, err
		}
	}
	return "", fmt.Errorf("%s has no committed result", of)
}

// seconds is how long the run of a committed result took.
func seconds(of string) (string, error) {
	entries, err := Committed()
	if err != nil {
		return "", err
	}
	for _, e := range entries {
		if e.Name == of && e.Run != nil && e.Run.Seconds[of] > 0 {
			return fmt.Sprintf("%.0f", e.Run.Seconds[of]), nil
		}
	}
	return "", fmt.Errorf("how long %s took was not kept", of)
}

// table is some columns of a table in Markdown, by their names with | between them or * for all; with filters, as in
// column=value|value, only the rows that have one of the values.
func table(of, name, columns string, filters ...string) (string, error) {
	t, err := find(of, name)
	if err != nil {
		return "", err
	}
	chosen := strings.Split(columns, "|")
	if columns == "*" {
		chosen = t.Header
	}
	var at []int
	for i, c := range chosen {
		j := slices.Index(t.Header, c)
		if columns == "*" {
			j = i
		}
		if j < 0 {
			return "", fmt.Errorf("the table %s of %s has no column %q but %q", t.Name, of, c, t.Header)
		}
		at = append(at, j)
	}
	shown := study.Table{Header: chosen}
	for _, row := range t.Rows {
		if keep, err := kept(t, row, filters); err != nil {
			return "", err
		} else if keep {
			var cells []string
			for _, j := range at {
				cells = append(cells, row[j])
			}
			shown.Rows = append(shown.Rows, cells)
		}
	}
	if len(shown.Rows) == 0 {
		return "", fmt.Errorf("the table %s of %s has no row with %q", t.Name, of, filters)
	}
	text := shown.Markdown()
	if t.Title != "" {
		text += "\n*" + t.Title + ".*"
	}
	return text, nil
}

func kept(t study.Table, row, filters []string) (bool, error) {
	for _, f := range filters {
		column, values, _ := strings.Cut(f, "=")
		j := slices.Index(t.Header, column)
		if j < 0 {
			return false, fmt.Errorf("the table %s has no column %q but %q", t.Name, column, t.Header)
		}
		if !slices.Contains(strings.Split(values, "|"), row[j]) {
			return false, nil
		}
	}
	return true, nil
}

// first is the first table of a result, whole, with its notes.
func first(of string) (string, error) {
	t, err := find(of, "")
	if err != nil {
		return "", err
	}
	text, err := table(of, t.Name, "*")
	return text + "\n\n" + strings.Join(t.Notes, " "), err
}

// count is how many rows have a word at the beginning of a column.
func count(of, name, column, word string) (int, error) {
	t, err := find(of, name)
	if err != nil {
		return 0, err
	}
	at, n := slices.Index(t.Header, column), 0
	if at < 0 {
		return 0, fmt.Errorf("the table %s of %s has no column %q but %q", t.Name, of, column, t.Header)
	}
	for _, row := range t.Rows {
		if strings.HasPrefix(row[at], word) {
			n++
		}
	}
	return n, nil
}

// rows is the number of a table's rows.
func rows(of, name string) (int, error) {
	t, err := find(of, name)
	return len(t.Rows), err
}
