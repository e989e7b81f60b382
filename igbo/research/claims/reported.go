package claims

import (
	"encoding/json"
	"fmt"
	"strconv"
	"sync"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/catalog"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// readers caches committed results, which are read once.
var readers sync.Map

// reported returns a study's committed result as a JSON value. The additional member tables has its tables by name, each a list
// of rows; a row is an object with the keys of the table's header. It returns an error if the study or its result does not
// exist or cannot be read.
func reported(name string) (any, error) {
	d, err := catalog.Find(name)
	if err != nil {
		return nil, err
	}
	read, _ := readers.LoadOrStore(name, sync.OnceValues(func() (any, error) { return readReported(d) }))
	return read.(func() (any, error))()
}

// seedsOf describes the seeds of a study's committed result in brackets. It returns an empty string if there are no seeds or no
// result.
func seedsOf(name string) string {
	root, err := reported(name)
	members, ok := root.(map[string]any)
	if err != nil || !ok {
		return ""
	}
	d, err := catalog.Find(name)
	if err != nil {
		return ""
	}
	settings, err := json.Marshal(members["config"])
	if err != nil || members["config"] == nil {
		return ""
	}
	instance, err := d.With(settings)
	if err != nil {
		return ""
	}
	n, first, ok, err := instance.Seeded()
	if err != nil || !ok {
		return ""
	}
	if n == 1 {
		return fmt.Sprintf(" (seed %d)", first)
	}
	return fmt.Sprintf(" (seeds %d to %d)", first, first+n-1)
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

// rows returns the rows of a table with unrounded numbers.
func rows(t tabulate.Table) (list []any) {
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
