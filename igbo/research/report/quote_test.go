package report

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// of returns the tables of a committed result.
func of(name string) (quotes, error) {
	made, _ := tabulated.LoadOrStore(name, sync.OnceValues(func() (quotes, error) { return tables(name) }))
	return made.(func() (quotes, error))()
}

// quoted returns the value that find reads from a study's committed result.
func quoted[T any](name string, find func(q quotes) (T, error)) (found T, err error) {
	q, err := of(name)
	if err == nil {
		found, err = find(q)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return found, err
}

// tabulated caches the tables of committed results, because a page quotes hundreds of their cells and some need bootstraps.
var tabulated sync.Map

// tables returns the tables of a committed result.
func tables(of string) (quotes, error) {
	r, err := reported(of)
	if err != nil {
		return nil, err
	}
	if r == nil {
		return nil, fmt.Errorf("%s has no committed result", of)
	}
	return r.Tables(), nil
}

// cell returns a cell of a committed result. With the column "seeds" and no table, it returns the number of seeds.
func cell(of, name, column string, keys ...string) (string, error) {
	if name == "" && column == "seeds" {
		return seeds(of)
	}
	return quoted(of, func(q quotes) (string, error) { return q.cell(name, column, keys...) })
}

// seeds returns the number of seeds of a committed result.
func seeds(of string) (string, error) {
	e, err := entry(of)
	if err != nil {
		return "", err
	}
	reported, err := e.seeds()
	n, _, _ := strings.Cut(reported, ",")
	return n, err
}

// draws describes the seeds of a committed result.
func draws(of string) (string, error) {
	e, err := entry(of)
	if err != nil {
		return "", err
	}
	n, first, ok, err := e.Seeded()
	if err != nil || !ok {
		return "", errors.Join(err, fmt.Errorf("%s has no first seed", of))
	}
	return fmt.Sprintf("%d draws, seeds %d to %d", n, first, first+n-1), nil
}

// entry returns the entry of a study with its committed result.
func entry(of string) (Entry, error) {
	entries, err := committed()
	i := slices.IndexFunc(entries, func(e Entry) bool { return e.Name == of && e.Result != nil })
	switch {
	case err != nil:
		return Entry{}, err
	case i < 0:
		return Entry{}, fmt.Errorf("%s has no committed result", of)
	}
	return entries[i], nil
}

var committed = sync.OnceValues(Committed)

// seconds returns the running time of a committed result.
func seconds(of string) (string, error) {
	e, err := entry(of)
	if err != nil || e.Run == nil || e.Run.Seconds[of] <= 0 {
		return "", errors.Join(err, fmt.Errorf("how long %s took was not kept", of))
	}
	return fmt.Sprintf("%.0f", e.Run.Seconds[of]), nil
}

// table returns some columns of a table in Markdown. The names of columns are separated by |; * means all columns. A filter
// such as column=value|value selects the rows that have one of the values.
func table(of, name, columns string, filters ...string) (string, error) {
	t, err := quoted(of, func(q quotes) (tabulate.Table, error) { return q.find(name) })
	if err != nil {
		return "", err
	}
	chosen := strings.Split(columns, "|")
	if columns == "*" {
		chosen = t.Header
	}
	var at []int
	for i, c := range chosen {
		if columns == "*" {
			at = append(at, i)
			continue
		}
		j, err := columnOf(t, c)
		if err != nil {
			return "", err
		}
		at = append(at, j)
	}
	shown := tabulate.Table{Header: chosen}
	for _, row := range t.Rows {
		if keep, err := selected(t, row, filters); err != nil {
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

func selected(t tabulate.Table, row, filters []string) (bool, error) {
	for _, f := range filters {
		column, values, _ := strings.Cut(f, "=")
		j, err := columnOf(t, column)
		if err != nil {
			return false, err
		}
		if !slices.Contains(strings.Split(values, "|"), row[j]) {
			return false, nil
		}
	}
	return true, nil
}

// first returns the complete first table of a result with its notes.
func first(of string) (string, error) {
	t, err := quoted(of, func(q quotes) (tabulate.Table, error) { return q.find("") })
	if err != nil {
		return "", err
	}
	text, err := table(of, t.Name, "*")
	return text + "\n\n" + strings.Join(t.Notes, " "), err
}

// count returns the number of rows of a committed result whose cell in the column begins with the word.
func count(of, name, column, word string) (int, error) {
	return quoted(of, func(q quotes) (int, error) { return q.count(name, column, word) })
}

func rows(of, name string) (int, error) {
	return quoted(of, func(q quotes) (int, error) { return q.rows(name) })
}

// below returns the number of ratios of a row whose whole interval is below 1, and the number of its ratios.
func below(of, name, row string) (string, error) {
	lines, err := quoted(of, func(q quotes) (records, error) {
		t, err := q.find(name)
		return t.Records(), err
	})
	if err != nil {
		return "", err
	}
	at := slices.IndexFunc(lines, func(line []string) bool { return line[0] == row })
	if at < 0 {
		return "", fmt.Errorf("%s: the table %s has no row %q", of, name, row)
	}
	less, all := 0, 0
	for i, column := range lines[0] {
		if !strings.HasSuffix(column, "_high") || lines[at][i] == "" {
			continue
		}
		v, err := strconv.ParseFloat(lines[at][i], 64)
		if err != nil {
			return "", err
		}
		if all++; v < 1 {
			less++
		}
	}
	return fmt.Sprintf("%d of %d", less, all), nil
}
