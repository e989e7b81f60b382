package compare

import (
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/linear"
	"github.com/igbolab/igbolab/igbo/models"
)

// spoken draws conclusions from artificial folds. Ridge has the loss 1 and the constant prediction
// 4. Each other model has its ratio, which varies by spread between folds.
func spoken(t *testing.T, spread float64, ratios map[linear.Method]float64) *Comparison {
	t.Helper()
	cfg := DefaultConfig(models.LinearSpec(), 0)
	names := []string{"a", "b"}
	v := &Comparison{Config: cfg, Samples: 60, Steps: 1, Names: names}
	v.Order = must.Of(ParseOrder("o.yaml", []byte("ranks: [[a, b]]"), names, dag.AbsoluteScore)).In(t)
	for i := range cfg.Folds * cfg.Repeats {
		f := Fold{Ridge: Errors{Loss: 1}, Without: Errors{Loss: 1}, With: Errors{Loss: 1}, Held: Spread{Weight: 12, Squares: 48}, CompetingMethods: []CompetingMethod{{KeepMean, Errors{Loss: 4}}}}
		for m, ratio := range ratios {
			for at, r := range f.CompetingMethods { // the constant prediction can also be given
				if r.Method == m {
					f.CompetingMethods[at].Errors.Loss = ratio
				}
			}
			if m != KeepMean {
				f.CompetingMethods = append(f.CompetingMethods, CompetingMethod{m, Errors{Loss: ratio * (1 + spread*float64((i+int(m[len(m)-1]))%5-2))}}) // not in phase with the others
			}
		}
		v.Folds = append(v.Folds, f)
	}
	v.conclude(0.25, finalPart{KeptAs: string(linear.PosteriorSoft), Keepable: Keeps(), Known: &Known{Believed: 0.25}}, nil)
	return v
}

// TestAnswers checks the sentence and the numbers of each outcome.
func TestAnswers(t *testing.T) {
	const hard, soft, bare = linear.PosteriorHard, linear.PosteriorSoft, linear.PosteriorBare
	for _, c := range []struct {
		name               string
		spread             float64
		ratios             map[linear.Method]float64
		holds, helps, used Outcome
		reports            []string
	}{
		{"helps", 0.001, map[linear.Method]float64{hard: 0.8, soft: 0.9, bare: 1}, Helps, Helps, Costs,
			[]string{"20 % less error than the same model without it", "the data support the order", "to the model is 0.25 (before", "lowers the error by 10 %", "Use posterior, hard order: the saved model", "--keep posterior-hard"}},
		{"costs", 0.001, map[linear.Method]float64{hard: 3.5, soft: 1.1, bare: 1}, Costs, Costs, Costs,
			[]string{"3.5 times the error of the same model without it", "contradict at least part", "raises the error by 10 %", "Use posterior, nothing known", "makes 10 % more error"}},
		{"same", 0.001, map[linear.Method]float64{hard: 1.001, soft: 1.001, bare: 1}, NoDifference, NoDifference, NoDifference,
			[]string{"changes the error by less than 2.0 % (", "does better than the saved one"}},
		{"untold", 0.2, map[linear.Method]float64{hard: 1.02, soft: 1.01, bare: 1}, Undecided, Undecided, Undecided,
			[]string{"These 60 rows cannot show whether your order holds", "cannot show whether knowing your order helps", "No model is clearly better"}},
		{"tied", 0, map[linear.Method]float64{hard: 1, soft: 1, bare: 1}, NoDifference, NoDifference, NoDifference, []string{"follows your order by itself in all 25 folds"}},
		{"exact", 0.1, map[linear.Method]float64{hard: 1e-9, soft: 4e-9, bare: 2e-9}, NoDifference, NoDifference, NoDifference, []string{"predicts the target almost exactly: nothing", "check whether a column was computed from it"}},
		{"trees", 0.001, map[linear.Method]float64{hard: 1, soft: 1, bare: 1, Boosted: 0.25}, NoDifference, NoDifference, Costs,
			[]string{"Use boosted trees: the saved model (posterior, soft order) makes 4.0 times its error", "igbo does not save boosted trees"}},
		{"useless", 0.001, map[linear.Method]float64{hard: 1, soft: 1, bare: 1, KeepMean: 0.5}, NoDifference, NoDifference, Costs, []string{"Use the mean", "No other model predicts better", "no better than predicting the mean"}},
	} {
		v := spoken(t, c.spread, c.ratios)
		if v.Holds.Outcome != c.holds || v.Helps.Outcome != c.helps || v.Use.Outcome != c.used || v.Outcome != c.holds {
			t.Errorf("%s: %s, %s, %s; want %s, %s, %s: %+v %+v", c.name, v.Holds.Outcome, v.Helps.Outcome, v.Use.Outcome, c.holds, c.helps, c.used, v.Holds, v.Use)
		}
		for _, part := range c.reports {
			if !strings.Contains(v.Sentence, part) {
				t.Errorf("%s: %q lacks %q", c.name, v.Sentence, part)
			}
		}
	}
}

// TestRanges checks that an interval is formatted as a range of changes for any ends.
func TestRanges(t *testing.T) {
	for want, i := range map[string]Interval{
		"5.0 to 18 % less": {0.9, 0.82, 0.95}, "20 to 52 % more": {1.35, 1.2, 1.52}, "−0.8 to +1.1 %": {1, 0.992, 1.011}, "2.9 to 4.2 times": {3.5, 2.9, 4.2},
		"+80 % to 2.5 times": {2.1, 1.8, 2.5}, "−98 % to 64 times": {1.04, 0.02, 64}, "0 to 0 %": {1, 1, 1}, "2.0 to more than 1000 times": {5, 2, 1e9},
	} {
		if got := errorRange(i); got != want {
			t.Errorf("%+v: %q, want %q", i, got, want)
		}
	}
}

// TestOrdersWithNumbers checks that posteriors are used only for orders without numbers, and that
// IGBO judges orders with numbers.
func TestOrdersWithNumbers(t *testing.T) {
	for text, want := range map[string]bool{
		"ranks: [[a, b]]": false, "tiers: [[[a], [b]]]": false, "ranks: [[a, b]]\ndirections: {a: +}": false,
		"edges: [{u: a, v: b, epsilon: 0.1, delta: 0.3}]": true, "edges: [{u: a, v: b}]": false,
		"bounds: [{feature: a, max: 0.3}]": true,
	} {
		d, err := ParseOrder("o.yaml", []byte(text), []string{"a", "b"}, dag.AbsoluteScore)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := quantified(d); got != want {
			t.Errorf("%s: quantified %t, want %t", text, got, want)
		}
	}
}

// TestDirectionsAreAnswered checks that wrong directions are reported even if the order is right,
// and that a model that ignores directions gives no evidence about them.
func TestDirectionsAreAnswered(t *testing.T) {
	v := spoken(t, 0.001, map[linear.Method]float64{linear.PosteriorHard: 4.1, linear.PosteriorSigns: 4, linear.PosteriorSoft: 1, linear.PosteriorBare: 1})
	if v.Holds.Outcome != Costs || !strings.Contains(v.Holds.Sentence, "its directions makes 4.0 times the error of one without them") {
		t.Errorf("%+v", v.Holds)
	}
	d, err := v.Order.WithDirections(dag.Direction{K: 0, Column: "a", Sign: -1})
	if err != nil {
		t.Fatal(err)
	}
	only := must.Of(ParseOrder("o.yaml", []byte("directions: {a: -}"), v.Names, dag.AbsoluteScore)).In(t)
	for _, c := range []struct {
		order   *dag.DAG
		spec    models.Spec
		reports string
	}{
		{only, models.MLPSpec(models.DefaultMLPConfig()), "was not tested"},
		{only, models.LinearSpec(), "by itself in all"},
		{d, models.MLPSpec(models.DefaultMLPConfig()), "by itself in all"},
	} {
		v := &Comparison{Config: DefaultConfig(c.spec, 0), Samples: 60, Steps: 1, Names: v.Names, Order: c.order, Folds: v.Folds}
		v.Folds = nil
		for range 25 {
			v.Folds = append(v.Folds, Fold{Ridge: Errors{Loss: 1}, Without: Errors{Loss: 1}, With: Errors{Loss: 1}, CompetingMethods: []CompetingMethod{{KeepMean, Errors{Loss: 4}}}})
		}
		v.conclude(0.25, finalPart{KeptAs: KeepIGBO, Keepable: Keeps()}, nil)
		if !strings.Contains(v.Sentence, c.reports) {
			t.Errorf("%s %v: %s", c.spec.Kind, c.order.Directions, v.Sentence)
		}
		if warned := len(v.Config.ignored(must.Of(c.order.MarshalJSON()).In(t))) == 1; warned != (c.spec.Kind != models.KindLinear) {
			t.Errorf("%s: warned %t", c.spec.Kind, warned)
		}
	}
}
