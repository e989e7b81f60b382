package encode

import (
	"context"
	"fmt"
	"math"
)

// Scale shifts and scales inputs and target: z = (x − shift)/scale.
type Scale struct {
	Shift       []float64 `json:"shift"`
	Scale       []float64 `json:"scale"`
	TargetShift float64   `json:"targetShift"`
	TargetScale float64   `json:"targetScale"`
}

// Scale measures mean and deviation of each of the D columns, and of a target
// that is no class, over the chosen rows in one pass; what is constant has scale 1.
func (f File) Scale(ctx context.Context, e *Encoding) (Scale, error) {
	var columns []moments
	var target moments
	for s, err := range f.encoded(ctx, e) {
		if err != nil {
			return Scale{}, err
		}
		if columns == nil {
			columns = make([]moments, len(s.Features))
		}
		for i, v := range s.X {
			columns[i%len(columns)].add(v)
		}
		for _, v := range s.Y {
			target.add(v)
		}
	}
	if columns == nil {
		return Scale{}, fmt.Errorf("table: %s: no rows, or none chosen", f.Path)
	}
	out := Scale{TargetScale: 1}
	for _, c := range columns {
		out.Shift, out.Scale = append(out.Shift, c.mean), append(out.Scale, c.deviation())
	}
	if len(e.Classes()) == 0 {
		out.TargetShift, out.TargetScale = target.mean, target.deviation()
	}
	return out, nil
}

// moments are mean and squared deviations, kept up to date value by value.
type moments struct{ n, mean, squares float64 }

func (m *moments) add(v float64) {
	m.n++
	d := v - m.mean
	m.mean += d / m.n
	m.squares += d * (v - m.mean)
}

func (m *moments) deviation() float64 {
	if m.n == 0 || m.squares == 0 {
		return 1
	}
	return math.Sqrt(m.squares / m.n)
}
