package sequences

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/plots"
)

// Figures are the recovery of every model, and maps of each beside the truth.
func (r *Result) Figures() ([]plots.Figure, error) {
	drawings := []study.Drawing{r.RecoveryFigure}
	for i := range r.Models {
		drawings = append(drawings, func() (plots.Figure, error) { return r.MapsFigure(i) })
	}
	return study.Figures(drawings...)
}

// RecoveryFigure draws AUPRC by model and method with intervals over seeds.
func (r *Result) RecoveryFigure() (plots.Figure, error) {
	bars := make([]plots.BarSeries, len(methodNames))
	for _, m := range r.Models {
		for j, method := range m.Methods {
			bars[j].Name = method.Method
			method.AUPRC.AddTo(&bars[j])
		}
	}
	return plots.Bars(r.Config.names(), bars, plots.Name("sequences-recovery"), plots.XLabel("model"), plots.YLabel("AUPRC, 1 is best"),
		plots.Title(fmt.Sprintf("Recovery of the inputs that matter (%s)", study.Intervals(r.Config.Level, r.Config.Seeds))))
}

// TruthFigure draws the true contributions alone.
func (r *Result) TruthFigure() (plots.Figure, error) { return r.heatMap("truth", r.TruthMap) }

// MapsFigure draws the attributions by one of the models, counted from 0,
// beside the truth. Error: no such model.
func (r *Result) MapsFigure(model int) (plots.Figure, error) {
	if model < 0 || model >= len(r.Models) {
		return nil, fmt.Errorf("sequences: maps of model %d, expected 0 to %d", model, len(r.Models)-1)
	}
	name := r.Config.names()[model]
	return r.heatMap(name, append([]Map{r.TruthMap}, r.Models[model].Maps...)...)
}

func (r *Result) heatMap(of string, maps ...Map) (plots.Figure, error) {
	var panels []plots.Attribution
	for _, m := range maps {
		panels = append(panels, plots.Attribution{Name: m.Name, Values: m.Matrix()})
	}
	return plots.HeatMap(r.Features, panels, plots.Name("sequences-"+of), plots.XLabel("input step i"), plots.ColorLabel("contribution"),
		plots.Title(fmt.Sprintf("Contributions to the output at t = %d: %s, seed %d, first sample", r.Config.Output, of, r.Config.Seed0)))
}
