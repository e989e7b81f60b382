package results

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/igbolab/igbolab/igbo/research/bench/outcome"
	"github.com/igbolab/igbolab/igbo/research/bench/race"
	"github.com/igbolab/igbolab/plots"
)

// lengths holds the rows of the GRU that differ only in the number of time steps.
var lengths = []struct {
	row   string
	steps float64
}{{"gru-16", 16}, {"gru", 64}, {"gru-256", 256}, {"gru-1024", 1024}}

// quantities holds what grows, or does not grow, with the number of time steps.
var quantities = []struct {
	name, finding, label string
	of                   func(race.Timing) float64
}{
	{"length-time", "Time of h and its gradient: JAX takes %s times as long", "seconds", func(t race.Timing) float64 { return t.Median }},
	{"length-memory", "Peak memory: JAX uses %s times as much", "MB", func(t race.Timing) float64 { return float64(t.Memory) / 1e6 }},
	{"length-compilation", "Compile time does not depend on T; JAX takes %s times as long", "seconds", func(t race.Timing) float64 {
		if t.Compile == nil {
			return 0
		}
		return *t.Compile
	}},
}

// lengthFigure is a figure with the name of its file and its title.
type lengthFigure struct {
	name, title string
	plots.Figure
}

// lengthFigures draws time, memory and compile time of the GRU versus the number of time steps, for igbo and JAX. It returns no figure if fewer
// than two lengths were measured for both.
func (s Section) lengthFigures() ([]lengthFigure, error) {
	var figures []lengthFigure
	for _, q := range quantities {
		ours, jax := plots.Line{Name: "igbo"}, plots.Line{Name: "JAX"}
		var ratios []float64
		for _, l := range lengths {
			i := slices.IndexFunc(s.Rows, func(c outcome.Comparison) bool { return c.Row == l.row })
			if i < 0 {
				continue
			}
			j := slices.IndexFunc(s.Rows[i].References, func(r outcome.ReferenceResult) bool { return r.Name == "jax" && r.Ratio != nil })
			if j < 0 {
				continue
			}
			a, b := q.of(s.Rows[i].Ours), q.of(s.Rows[i].References[j].Timing)
			if a <= 0 || b <= 0 {
				continue
			}
			ours.Add(l.steps, a)
			jax.Add(l.steps, b)
			ratios = append(ratios, b/a)
		}
		if len(ratios) < 2 {
			continue
		}
		title := fmt.Sprintf(q.finding, rounded(slices.Min(ratios))+" to "+rounded(slices.Max(ratios)))
		figure, err := plots.Lines([]plots.Line{ours, jax}, plots.Name(q.name), plots.Title(title),
			plots.XLabel("time steps T"), plots.YLabel(q.label), plots.LogX(), plots.LogY())
		if err != nil {
			return nil, fmt.Errorf("results: %w", err)
		}
		figures = append(figures, lengthFigure{q.name, title, figure})
	}
	return figures, nil
}

// rounded returns a ratio to one decimal place, from 10 on without one.
func rounded(ratio float64) string {
	if ratio >= 9.95 {
		return fmt.Sprintf("%.0f", ratio)
	}
	return fmt.Sprintf("%.1f", ratio)
}

// LengthImages returns the Markdown that shows time, memory and compile time versus the number of time steps, relative to RESULTS.md.
func (s Section) LengthImages() (string, error) {
	figures, err := s.lengthFigures()
	text := ""
	for _, f := range figures {
		text += fmt.Sprintf("![%s](results/%s.svg)\n", f.title, f.name)
	}
	return text, err
}

// SaveFigures writes the figures of RESULTS.md into the folder of the runs.
func SaveFigures(dir string) error {
	runs, err := Load(dir)
	if err != nil {
		return err
	}
	figures, err := NewSection(outcome.Embedded, runs).lengthFigures()
	if err != nil {
		return err
	}
	for _, f := range figures {
		if err := plots.Save(f.Figure, filepath.Join(dir, f.name+".svg")); err != nil {
			return fmt.Errorf("results: %w", err)
		}
	}
	return nil
}
