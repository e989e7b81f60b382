package notebook

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots/inline"
)

// Cached shows what is cached for later cells: values of Keep, and parts of studies. If values persist
// between cells, and in a plain program, these are the values in the user's cache, which all kernels
// and programs share. If each cell is a program, they are those of this kernel.
func Cached() {
	parts, err := workflow.Cached()
	t := tabulate.Table{Name: "kept", Title: "cached for later cells", Header: []string{"name", "size", "since"}}
	total := int64(0)
	for _, p := range parts {
		t.Rows = append(t.Rows, []string{p.Cell, size(p.Size), p.Time.Format("15:04:05")})
		total += p.Size
	}
	t.Notes = []string{fmt.Sprintf("%d cached, %s in total; notebook.Clear() removes them", len(parts), size(total))}
	if err == nil {
		err = table(t)
	}
	inline.End(inline.Fail(err))
}

// Clear removes everything that Cached shows, including values that other notebooks and programs have
// cached there.
func Clear() {
	parts, err := workflow.Cached()
	if err == nil {
		err = workflow.Clear()
	}
	if err == nil {
		err = text(fmt.Sprintf("removed %d cached values and parts", len(parts)))
	}
	inline.End(inline.Fail(err))
}

// size returns a number of bytes with its unit.
func size(bytes int64) string {
	if bytes < 100_000 {
		return fmt.Sprintf("%.1f kB", float64(bytes)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
}
