package task

import (
	"math"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/exported"
)

// TestExportedFunctionsNameWhatIsWrong calls exported functions with invalid settings, targets and sizes.
func TestExportedFunctionsNameWhatIsWrong(t *testing.T) {
	huber, soft := Loss{Kind: KindHuber}, Loss{Kind: KindSoftmax}
	value := func(s Predictions) func() error {
		return func() error { _, err := Loss{}.Value(s); return err }
	}
	parse := func(text string) func() error { return func() error { _, err := Parse(text); return err } }
	exported.Check(t, map[string]exported.Call{
		"Kinds": exported.Total("no argument"), "Loss.Classifies": exported.Total("no argument"),
		"Parse": exported.Bad(parse(""), parse("luck"), parse("custom"), parse("quantile"), parse("quantile:"), parse("quantile:1"), parse("quantile:NaN"), parse("quantile:0.5:1"),
			parse("huber:-1"), parse("squared:1"), parse("absolute:")),
		"Loss.Is": exported.Total("false for what is no kind"), "Loss.ScalesTarget": exported.Total("no argument"),
		"Loss.String": exported.Total("no argument"), "Loss.Belong": exported.Total("no argument"), "Mean": exported.Total("0 of nothing"),
		"Metrics.MarshalJSON": exported.Total("no argument"), "Metrics.UnmarshalJSON": exported.Bad(func() error { return new(Metrics).UnmarshalJSON([]byte("[")) }),
		"Loss.Validate": exported.Bad(Loss{Kind: "luck"}.Validate, huber.Validate, Loss{Kind: KindHuber, Delta: math.Inf(1)}.Validate, Loss{Delta: 1}.Validate,
			Loss{Kind: KindQuantile}.Validate, Loss{Kind: KindQuantile, Quantile: math.NaN()}.Validate, Loss{Quantile: 0.5}.Validate,
			Loss{Kind: KindCustom}.Validate, Loss{Name: "a"}.Validate, Loss{ClassWeights: []float64{1}}.Validate,
			Loss{Kind: KindLogistic, ClassWeights: []float64{1}}.Validate, Loss{Kind: KindLogistic, ClassWeights: []float64{0, 0}}.Validate,
			Loss{Kind: KindSoftmax, ClassWeights: []float64{math.NaN(), 1}}.Validate, Loss{Kind: KindSoftmax, ClassWeights: []float64{-1, 1}}.Validate),
		"Loss.Ready": exported.Bad(huber.Ready, Loss{Kind: KindCustom, Name: "a"}.Ready),
		"Loss.CheckOutputs": exported.Bad(func() error { return soft.CheckOutputs(1, 1) }, func() error { return soft.CheckOutputs(3, 3) }, func() error { return Loss{}.CheckOutputs(2, 1) },
			func() error { return Loss{}.CheckOutputs(0, math.MinInt) },
			func() error { return Loss{Kind: KindSoftmax, ClassWeights: []float64{1, 1}}.CheckOutputs(3, 1) }),
		"Loss.Build":    exported.Bad(func() error { Loss{}.Build(nil, nil, 0); return nil }, func() error { huber.Build(nil, nil, 0); return nil }),
		"Loss.Response": exported.Bad(func() error { soft.Response([]float64{1, 2, 3}, 2); return nil }, func() error { soft.Response(nil, 0); return nil }),
		"Loss.Value": exported.Bad(value(Predictions{}), value(Predictions{Outputs: 2, Values: []float64{1}}), value(Predictions{Outputs: 1, Values: []float64{1}}),
			value(Predictions{Outputs: 1, Values: []float64{1}, Targets: []float64{1}, Weights: []float64{1, 1}}),
			value(Predictions{Outputs: 1, Values: []float64{1}, Targets: []float64{math.NaN()}}),
			func() error { _, err := huber.Value(Predictions{}); return err },
			func() error {
				_, err := Loss{Kind: KindCustom, Name: "a"}.Value(Predictions{Outputs: 1, Values: []float64{1}, Targets: []float64{1}})
				return err
			}),
		"AUC": exported.Bad(func() error { AUC([]float64{1}, nil, nil); return nil }, func() error { AUC([]float64{1}, []float64{1, 2}, []bool{true}); return nil },
			func() error { AUC(nil, nil, []bool{true}); return nil }),
		"Loss.Losses":      exported.Bad(func() error { _, err := huber.Losses(Predictions{}); return err }),
		"Loss.Metrics":     exported.Bad(func() error { _, err := huber.Metrics(Predictions{}); return err }),
		"Loss.ClassWeight": exported.Total("0 for what is no class"), "Loss.Expects": exported.Total("a text"),
	})
}

// TestTargetsByLoss checks which targets each loss rejects.
func TestTargetsByLoss(t *testing.T) {
	for _, c := range []struct {
		kind Kind
		y    float64
		want string
	}{
		{KindSquared, math.Inf(1), "want a finite number"}, {KindSquared, -1, ""},
		{KindLogistic, -0.1, "want 0 or 1"}, {KindLogistic, 1.1, "want 0 or 1"}, {KindLogistic, 0.3, ""},
		{KindSoftmax, 0.5, "want a class, 0 to 2"}, {KindSoftmax, -1, "want a class, 0 to 2"}, {KindSoftmax, 3, "want a class, 0 to 2"}, {KindSoftmax, 2, ""},
		{KindPoisson, -1e-9, "want 0 or more"}, {KindPoisson, 0.5, ""}, {KindCustom, math.NaN(), "want a finite number"},
	} {
		got := Loss{Kind: c.kind}.Expects(c.y, 3)
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s of %g: %q, want %q", c.kind, c.y, got, c.want)
		}
	}
}
