package sequences

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// Map is an attribution map of one sample and output step, T·D numbers, step
// by step.
type Map struct {
	Name   string    `json:"name"`
	Steps  int       `json:"steps"`
	Values []float64 `json:"values"`
}

// Matrix returns the map as [T,D].
func (m Map) Matrix() *mat.Dense { return mat.NewDense(m.Steps, len(m.Values)/m.Steps, m.Values) }

// MethodRecovery measures how well one attribution method recovers the truth.
type MethodRecovery struct {
	Method string `json:"method"`
	// AUP, AUR and AUPRC are defined in faithfulness.Recovery; they are means over samples.
	AUP   study.Estimate `json:"aup"`
	AUR   study.Estimate `json:"aur"`
	AUPRC study.Estimate `json:"auprc"`
	// Correlation is Pearson's correlation between attributions and true contributions, a mean over samples.
	Correlation study.Estimate `json:"correlation"`
}

// Model is one architecture of the study.
type Model struct {
	Model models.Kind `json:"model"`
	// Unexplained is the error on the attributed samples divided by the variance of their targets.
	Unexplained study.Estimate `json:"unexplained"`
	// Methods are TIG, gradient × input and random attributions.
	Methods []MethodRecovery `json:"methods"`
	// Maps are the maps by TIG and gradient × input of the first sample of the first seed, in the target's units.
	Maps []Map `json:"maps"`
}

// Result is the result of the study.
type Result struct {
	Config   Config   `json:"config"`
	Features []string `json:"features"`
	// Truth is the recovery by the exact contributions, the upper bound.
	Truth  MethodRecovery `json:"truth"`
	Models []Model        `json:"models"`
	// TruthMap is the truth of the sample that the models' maps show.
	TruthMap Map `json:"truth_map"`
}

// result collects the parts, by model and seed.
func (c Config) result(rows [][]modelPart) *Result {
	first := rows[0][0]
	res := &Result{Config: c, Features: first.Features, TruthMap: first.Maps[2]}
	res.Truth = c.method("truth", rows[0], len(methodNames))
	for i, spec := range c.Models {
		row := Model{Model: spec.Kind, Maps: rows[i][0].Maps[:2], Unexplained: study.Over(rows[i], c.Level, func(p modelPart) float64 { return p.Unexplained })}
		for j, name := range methodNames {
			row.Methods = append(row.Methods, c.method(name, rows[i], j))
		}
		res.Models = append(res.Models, row)
	}
	return res
}

// method collects the results of one method over seeds.
func (c Config) method(name string, seeds []modelPart, j int) MethodRecovery {
	over := func(read func(sampleMeans) float64) study.Estimate {
		return study.Over(seeds, c.Level, func(p modelPart) float64 { return read(p.Recoveries[j]) })
	}
	return MethodRecovery{
		Method: name,
		AUP:    over(func(r sampleMeans) float64 { return r.AUP }), AUR: over(func(r sampleMeans) float64 { return r.AUR }),
		AUPRC: over(func(r sampleMeans) float64 { return r.AUPRC }), Correlation: over(func(r sampleMeans) float64 { return r.Correlation }),
	}
}

// Tables implements study.Result: the recovery by model and method, and the models' fits with the gain of TIG.
func (r *Result) Tables() []tabulate.Table { return []tabulate.Table{r.recoveryTable(), r.gainTable()} }

func (r *Result) recoveryTable() tabulate.Table {
	t := tabulate.Table{
		Name: "sequences", Title: fmt.Sprintf("Recovery of the inputs that matter (%s)", study.Intervals(r.Config.Level, r.Config.Seeds)),
		Notes:  append([]string{r.spreadNote()}, study.IntervalNotes(r.Config.Seeds)...),
		Header: []string{"model", "method", "AUPRC", "AUP", "AUR", "correlation"},
		Data:   [][]string{slices.Concat([]string{"model", "method"}, tabulate.Ends("auprc", "aup", "aur", "correlation"))},
	}
	add := func(model string, m MethodRecovery) {
		const format = "%.2f"
		t.Add(tabulate.Words(model, m.Method), m.AUPRC.Field(format), m.AUP.Field(format), m.AUR.Field(format), m.Correlation.Field(format))
	}
	add("–", r.Truth)
	names := r.Config.names()
	for i, m := range r.Models {
		for _, method := range m.Methods {
			add(names[i], method)
		}
	}
	return t
}

func (r *Result) gainTable() tabulate.Table {
	t := tabulate.Table{
		Name: "sequences-gain", Title: fmt.Sprintf("AUPRC of TIG minus AUPRC of gradient × input, paired by seed (%s)", study.Intervals(r.Config.Level, r.Config.Seeds)),
		Notes:  []string{r.gainNote()},
		Header: []string{"model", "unexplained variance", "gain of TIG"},
		Data:   [][]string{append([]string{"model"}, tabulate.Ends("unexplained", "gain")...)},
	}
	names := r.Config.names()
	for i, m := range r.Models {
		t.Add(tabulate.Words(names[i]), m.Unexplained.Field("%.3f"), r.gain(m).Field("%+.3f"))
	}
	return t
}

// gain returns the difference between the AUPRC of TIG and that of gradient × input, by seed.
func (r *Result) gain(m Model) study.Estimate {
	gain := slices.Clone(m.Methods[0].AUPRC.Values)
	floats.Sub(gain, m.Methods[1].AUPRC.Values)
	return study.NewEstimate(gain, r.Config.Level)
}

// gainNote names the models whose intervals distinguish the two methods.
func (r *Result) gainNote() string {
	if r.Config.Seeds == 1 {
		return "With one seed there is no interval, so the methods cannot be compared."
	}
	reported, names := map[string][]string{}, r.Config.names()
	for i, m := range r.Models {
		what := "does not exclude 0 for"
		switch e := r.gain(m); {
		case e.Low > 0:
			what = "is above 0 for"
		case e.High < 0:
			what = "is below 0 for"
		}
		reported[what] = append(reported[what], names[i])
	}
	var found []string
	for _, what := range []string{"is above 0 for", "is below 0 for", "does not exclude 0 for"} {
		if len(reported[what]) > 0 {
			found = append(found, what+" "+strings.Join(reported[what], ", "))
		}
	}
	return "The interval of the gain " + strings.Join(found, ", and ") + "."
}

// spreadNote compares the AUR of random attributions with that of the truth.
func (r *Result) spreadNote() string {
	above := 0
	for _, m := range r.Models {
		if m.Methods[2].AUR.Mean > r.Truth.AUR.Mean {
			above++
		}
	}
	return fmt.Sprintf("The AUR of the true contributions is %.2f, and random attributions exceed it for %d of %d models. AUR is high for evenly spread attributions, so compare it with the AUR of the true contributions.",
		r.Truth.AUR.Mean, above, len(r.Models))
}

// Figures implements study.Result: the recovery of every model, and the maps of each next to the truth.
func (r *Result) Figures() ([]plots.Figure, error) {
	drawings := []study.Drawing{r.RecoveryFigure}
	for i := range r.Models {
		drawings = append(drawings, study.Drawn(r.MapsFigure(i)))
	}
	return study.Figures(drawings...)
}

// RecoveryFigure draws AUPRC by model and method with intervals over seeds. The title says that a method is ahead only if no
// intervals overlap.
func (r *Result) RecoveryFigure() (plots.Figure, error) {
	bars := make([]plots.BarSeries, len(methodNames))
	ahead, verb := 0, "is ahead of"
	for _, m := range r.Models {
		first, second := m.Methods[0].AUPRC, m.Methods[1].AUPRC
		if first.Mean > second.Mean {
			ahead++
			if first.Low <= second.High {
				verb = "has a higher mean than"
			}
		}
		for j, method := range m.Methods {
			bars[j].Name = method.Method
			method.AUPRC.AddTo(&bars[j])
		}
	}
	return plots.Bars(r.Config.names(), bars, plots.Name("sequences-recovery"), plots.XLabel("model"), plots.YLabel("AUPRC, 1 is best"),
		plots.Title(fmt.Sprintf("%s %s %s for %d of %d models (%s)", methodNames[0], verb, methodNames[1], ahead, len(r.Models), study.Intervals(r.Config.Level, r.Config.Seeds))))
}

// TruthFigure draws only the true contributions.
func (r *Result) TruthFigure() (plots.Figure, error) {
	sizes := make([]float64, len(r.Features)) // total size of a feature's contributions
	for i, v := range r.TruthMap.Values {
		sizes[i%len(sizes)] += math.Abs(v)
	}
	return r.heatMap("truth", fmt.Sprintf("%s contributes most to the output at t = %d", r.Features[floats.MaxIdx(sizes)], r.Config.Output), r.TruthMap)
}

// MapsFigure draws the attributions by one of the models, counted from 0, next to the truth. It returns an error if the model
// does not exist.
func (r *Result) MapsFigure(model int) (plots.Figure, error) {
	if model < 0 || model >= len(r.Models) {
		return nil, fmt.Errorf("sequences: the model must be from 0 to %d, got %d", len(r.Models)-1, model)
	}
	name := r.Config.names()[model]
	title := fmt.Sprintf("%s, t = %d: correlation with the truth", name, r.Config.Output)
	for i, m := range r.Models[model].Maps {
		title += fmt.Sprintf("%s %.2f by %s", []string{"", ","}[min(i, 1)], stat.Correlation(m.Values, r.TruthMap.Values, nil), m.Name)
	}
	return r.heatMap(name, title, append([]Map{r.TruthMap}, r.Models[model].Maps...)...)
}

func (r *Result) heatMap(of, title string, maps ...Map) (plots.Figure, error) {
	panels := study.Each(maps, func(m Map) plots.Attribution { return plots.Attribution{Name: m.Name, Values: m.Matrix()} })
	return plots.HeatMap(r.Features, panels, plots.Name("sequences-"+of), plots.XLabel("input step i"), plots.ColorLabel("contribution"),
		plots.Title(title))
}
