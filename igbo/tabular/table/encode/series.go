package encode

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/internal/memory"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/tabular/table"
)

// series returns padded series [N,T] of encoded rows: the records of an ID sorted by time, with valid steps first. The series are in the
// order in which IDs first appear. Gaps in time are not filled.
func (e *Encoding) series(flat *Encoded, t *table.Table, rows []int) (*Encoded, error) {
	ids, of := e.byID(t, rows)
	if err := t.InTime(e.Spec.Time); err != nil {
		return nil, err
	}
	out := *flat
	d := len(flat.Features)
	if err := memory.Check(8 * float64(len(ids)) * float64(e.Steps) * float64(d+1)); err != nil {
		return nil, fmt.Errorf("table: %s: padding %d series to the %d records of the longest one %w; shorten long series, or set fewer steps and keep the last ones (longer=last)", t.Name, len(ids), e.Steps, err)
	}
	out.Data = samples.Data{Features: flat.Features, Steps: e.Steps, X: make([]float64, len(ids)*e.Steps*d), Mask: make([]bool, len(ids)*e.Steps)}
	out.Keys = ids
	if flat.Y != nil {
		out.Y = make([]float64, len(ids)*e.Steps)
	}
	padded := false
	for n, records := range of {
		if err := e.order(t, ids[n], records, rows); err != nil {
			return nil, err
		}
		if long := len(records) - e.Steps; long > 0 && e.Spec.Longer == RefuseLonger {
			return nil, fmt.Errorf("table: %s: series %.60q has %d records, more than the longest series of the training (max %d); use longer=last to keep the last ones", t.Name, ids[n], len(records), e.Steps)
		} else if long > 0 {
			records = records[long:]
		}
		padded = padded || len(records) < e.Steps
		if flat.Weights != nil {
			out.Weights = append(out.Weights, flat.Weights[records[0]])
		}
		places := make([]int, len(records))
		for step, k := range records {
			at := n*e.Steps + step
			copy(out.X[at*d:(at+1)*d], flat.X[k*d:])
			out.Mask[at], places[step] = true, rows[k]
			if flat.Y != nil {
				out.Y[at] = flat.Y[k]
			}
		}
		out.TableRows = append(out.TableRows, places)
	}
	if !padded {
		out.Mask = nil
	}
	return &out, nil
}

// byID lists the records of each ID as indexes of rows.
func (e *Encoding) byID(t *table.Table, rows []int) (ids []string, of [][]int) {
	c := t.Column(e.Spec.ID)
	at := map[string]int{}
	for k, i := range rows {
		id := c.Text(i)
		n, known := at[id]
		if !known {
			n = len(ids)
			at[id], ids, of = n, append(ids, id), append(of, nil)
		}
		of[n] = append(of[n], k)
	}
	return ids, of
}

// order sorts the records of a series by time and returns an error for repeated times.
func (e *Encoding) order(t *table.Table, id string, records, rows []int) error {
	times := t.Column(e.Spec.Time)
	slices.SortStableFunc(records, func(a, b int) int { return cmp.Compare(times.Values[rows[a]], times.Values[rows[b]]) })
	for k := 1; k < len(records); k++ {
		a, b := rows[records[k-1]], rows[records[k]]
		if times.Values[a] == times.Values[b] {
			return fmt.Errorf("table: %s: %s and %s are both records of %.60q at the time %s; a series must have one record per time", t.Name, t.Place(a), t.Place(b), id, times.Text(a))
		}
	}
	return nil
}
