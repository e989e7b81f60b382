package compare

import (
	"context"
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/exported"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/tabular/compare/parts"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// TestExportedFunctionsNameWhatIsWrong checks the errors for nil, zero values and absurd counts.
func TestExportedFunctionsNameWhatIsWrong(t *testing.T) {
	ctx, cfg := context.Background(), DefaultConfig(models.LinearSpec(), 0)
	data := igbo.Data{Features: []string{"a"}, Steps: 1, X: make([]float64, 10), Y: []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}
	none := must.Of(dag.New(data.Features, nil, nil, nil)).In(t)
	made := func(change func(c *Config, d *igbo.Data, o *Options), order Order) func() error {
		return func() error {
			c, d, o := cfg, data, Options{}
			change(&c, &d, &o)
			_, err := New(c, d, order, o)
			return err
		}
	}
	same := func(*Config, *igbo.Data, *Options) {}
	evaluated := func(ctx context.Context, p Problem) func() error {
		return func() error {
			_, err := Evaluate(ctx, backendtest.Open(t), cfg, p, workflow.Options{Unkept: true})
			return err
		}
	}
	problem := must.Of(New(cfg, data, Fixed(none), Options{})).In(t)
	drawn := func(draw func(v *Comparison) error) exported.Call {
		return exported.Bad(func() error { return draw(nil) }, func() error { return draw(&Comparison{}) })
	}
	exported.Check(t, map[string]exported.Call{
		"Bytes": exported.Total("a product"), "CheckMemory": exported.Bad(func() error { return CheckMemory(0, math.MaxInt, 1000, 1000, 1) }, func() error { return CheckMemory(math.NaN(), 1, 1, 1, 1) }),
		"Over":          exported.Bad(func() error { _, err := Over(nil, nil); return err }, func() error { _, err := Over(none, nil); return err }),
		"DefaultConfig": exported.Total("checked by Validate"), "Fixed": exported.Total("checked by New"),
		"ParseOrder": exported.Bad(func() error { _, err := ParseOrder("", nil, nil, ""); return err }, func() error { _, err := ParseOrder("f", []byte("{"), nil, ""); return err },
			func() error { _, err := ParseOrder("f", []byte("ranks: [[a, b]]"), []string{"a"}, ""); return err }, func() error {
				_, err := ParseOrder("f", []byte("ranks: [[a, b]]"), []string{"a", "b"}, "none")
				return err
			}),
		"Config.Detectable": exported.Total("infinite of none"), "Config.Foresee": exported.Total("a sentence of any"), "Config.Lacks": exported.Total("a sentence or none"), "Config.AllSteps": exported.Total("any number"), "Config.Validate": exported.Bad(func() error { return Config{}.Validate(1) }, func() error { return cfg.Validate(-1) }),
		"Fold.Loss": exported.Total("NaN of none"), "Interval.Text": exported.Total("any format"),
		"New": exported.Bad(made(same, nil), made(same, Fixed(nil)), made(same, Fixed(&dag.DAG{})), made(func(c *Config, _ *igbo.Data, _ *Options) { *c = Config{} }, Fixed(none)), made(func(_ *Config, d *igbo.Data, _ *Options) { *d = igbo.Data{} }, Fixed(none)),
			made(func(_ *Config, d *igbo.Data, _ *Options) { d.Outputs = 2; d.X = d.X[:5] }, Fixed(none)), made(func(_ *Config, _ *igbo.Data, o *Options) { o.Clusters = []int{1} }, Fixed(none)), made(func(c *Config, _ *igbo.Data, _ *Options) { c.Folds = math.MaxInt }, Fixed(none))),
		"FromTable": exported.Bad(func() error {
			_, _, err := FromTable(context.Background(), cfg, nil, encode.DefaultSpec("y"), table.SplitOptions{}, Fixed(none))
			return err
		}, func() error {
			_, _, err := FromTable(context.Background(), Config{}, &table.Table{}, encode.Spec{}, table.SplitOptions{}, nil)
			return err
		}),
		"Ask":            exported.Bad(func() error { _, _, err := Ask(models.LinearSpec(), nil, encode.DefaultSpec("y"), ""); return err }, func() error { _, _, err := Ask(models.Spec{}, &table.Table{}, encode.Spec{}, "{"); return err }),
		"Evaluate":       exported.Bad(evaluated(nil, problem), evaluated(ctx, Problem{}), func() error { _, err := Evaluate(ctx, nil, cfg, problem, workflow.Options{Unkept: true}); return err }),
		"Study.Validate": exported.Bad(Study{}.Validate, Study{cfg, Problem{Parts: make([]parts.Part, 2)}}.Validate), "Study.Cells": exported.Bad(func() error { _, err := Study{}.Cells(&workflow.Plan{}); return err }),
		"Problem.Samples": exported.Total("0 of none"),
		"Keeps":           exported.Total("no argument"), "Comparison.ModelTable": exported.Total("of any"), "Comparison.StatementTable": exported.Total("of any"), "Comparison.Sentences": exported.Total("none of nil"), "Comparison.Choice": exported.Total("a sentence of any"), "Comparison.DiagnosticTable": exported.Total("of any"), "Comparison.ColumnTable": exported.Total("none of nil"), "Comparison.FoldTable": exported.Total("of any"), "Comparison.Tables": exported.Total("of any"),
		"Comparison.ConstraintFigure": drawn(func(v *Comparison) error { _, err := v.ConstraintFigure(); return err }), "Comparison.ErrorFigure": drawn(func(v *Comparison) error { _, err := v.ErrorFigure(); return err }),
		"Comparison.FoldFigure": drawn(func(v *Comparison) error { _, err := v.FoldFigure(); return err }), "Comparison.ImportanceFigure": drawn(func(v *Comparison) error { _, err := v.ImportanceFigure(); return err }),
		"Comparison.OrderFigure": drawn(func(v *Comparison) error { _, err := v.OrderFigure(); return err }), "Comparison.Figures": drawn(func(v *Comparison) error { _, err := v.Figures(); return err }),
		"Comparison.Page": drawn(func(v *Comparison) error { _, err := v.Page(); return err }),
	})
	for _, v := range []*Comparison{nil, {}} { // methods without an error must handle any value
		if v.Choice() == "" || len(v.Tables()) != 4 {
			t.Errorf("%v: nothing is said", v)
		}
	}
}
