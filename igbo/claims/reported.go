package claims

import (
	"encoding/json"
	"fmt"
	"strconv"
	"sync"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/catalog"
)

// readers read a study's committed result once.
var readers sync.Map

// reported is a study's committed result as a JSON value, with its tables beside it as the member
// tables: by name, a list of rows, each an object by the table's header. Errors: no such study, none committed,
// one that cannot be read.
func reported(name string) (any, error) {
	d, err := catalog.Find(name)
	if err != nil {
		return nil, err
	}
	read, _ := readers.LoadOrStore(name, sync.OnceValues(func() (any, error) { return readReported(d) }))
	return read.(func() (any, error))()
}

func readReported(d study.Definition) (any, error) {
	text := d.Committed()
	if text == nil {
		return nil, fmt.Errorf("study %s has no committed result", d.Name)
	}
	result, err := d.Reported()
	if err != nil {
		return nil, err
	}
	members := map[string]any{}
	if err := json.Unmarshal(text, &members); err != nil {
		return nil, err
	}
	tables := map[string]any{}
	for _, t := range result.Tables() {
		tables[t.Name] = rows(t)
	}
	members["tables"] = tables
	return members, nil
}

// rows are a table's with full numbers.
func rows(t study.Table) (list []any) {
	lines := t.Records()
	for _, line := range lines[1:] {
		row := map[string]any{}
		for i, name := range lines[0] {
			row[name] = line[i]
			if v, err := strconv.ParseFloat(line[i], 64); err == nil {
				row[name] = v
			}
		}
		list = append(list, row)
	}
	return list
}
