package train

import (
	"math"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	gomlx "github.com/gomlx/gomlx/ml/train"
	"github.com/gomlx/gomlx/ml/train/optimizer"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/exported"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/samples"
)

// TestExportedFunctionsNameWhatIsWrong checks the errors for nil and zero values, for values that
// were not created by their constructor, and for absurd counts.
func TestExportedFunctionsNameWhatIsWrong(t *testing.T) {
	void := func(call func()) func() error { return func() error { call(); return nil } }
	lambda := func(change func(*Lambda)) func() error {
		l := Lambda{Kind: Staircase, Value: 0.5, Milestones: []int{2}, Values: []float64{0.2}, Steps: 3, End: 0.4}
		change(&l)
		return l.Validate
	}
	armijo := func(change func(*Armijo)) func() error {
		a := DefaultArmijo()
		change(&a)
		return a.Validate
	}
	broken := func(change func(*Batches)) func() error {
		b := testBatches()
		change(b)
		return func() error {
			for _, err := range b.Iter() {
				return err
			}
			return nil
		}
	}
	wrapped := must.Of(Wrap(optimizer.Adam().Done(), DefaultConfig())).In(t)
	store, history := model.NewStore(), NewHistory(DefaultConfig())
	search := func(change func(o **Optimizer, h **History, a *Armijo)) func() error {
		o, h, a := wrapped, history, DefaultArmijo()
		change(&o, &h, &a)
		return func() error { _, err := NewLineSearch(backendtest.Open(t), store, nil, nil, o, h, a); return err }
	}
	vector := func(n int) *tensors.Tensor { return tensors.FromValue(make([]float64, n)) }
	exported.Check(t, map[string]exported.Call{
		"Wrap":            exported.Bad(func() error { _, err := Wrap(nil, DefaultConfig()); return err }, func() error { _, err := Wrap(optimizer.Adam().Done(), Config{}); return err }),
		"Config.Validate": exported.Bad(Config{}.Validate),
		"Lambda.Validate": exported.Bad(Lambda{}.Validate, lambda(func(l *Lambda) { l.Milestones[0] = math.MaxInt }), lambda(func(l *Lambda) { l.Milestones[0] = math.MinInt }),
			lambda(func(l *Lambda) { l.Kind, l.Steps = Linear, math.MaxInt }), lambda(func(l *Lambda) { l.Kind, l.Steps = Cosine, math.MinInt }),
			lambda(func(l *Lambda) { l.Kind, l.Rate = Target, math.Inf(1) }), lambda(func(l *Lambda) { l.Kind, l.P = Norms, math.NaN() }), lambda(func(l *Lambda) { l.Kind, l.Rate = Validation, 1 })),
		"Armijo.Validate": exported.Bad(Armijo{}.Validate, armijo(func(a *Armijo) { a.Trials = math.MaxInt }), armijo(func(a *Armijo) { a.Start = math.Inf(1) })),
		"Armijo.Search": exported.Bad(func() error { _, _, err := DefaultArmijo().Search(Point{1, 0, 1, 0}, nil); return err }, func() error {
			_, _, err := (Armijo{}).Search(Point{}, func(float64) (float64, float64, error) { return 0, 0, nil })
			return err
		}),
		"NewLineSearch": exported.Bad(func() error { _, err := NewLineSearch(nil, nil, nil, nil, nil, nil, DefaultArmijo()); return err },
			search(func(**Optimizer, **History, *Armijo) {}), search(func(_ **Optimizer, _ **History, a *Armijo) { *a = Armijo{} })),
		"Optimizer.Observe": exported.Bad(func() error { return (*Optimizer)(nil).Observe(store, 1, 1) }, func() error { return wrapped.Observe(nil, 1, 1) }),
		"NewDriver": exported.Bad(func() error { _, err := NewDriver(nil, nil, nil, nil, nil, nil, DefaultDriverConfig()); return err },
			func() error { _, err := NewDriver(nil, nil, nil, nil, nil, nil, DriverConfig{}); return err }),
		"Driver.Run": exported.Bad(func() error { return (*Driver)(nil).Run(t.Context(), testBatches(), 1, 1, nil, nil) },
			func() error { return new(Driver).Run(t.Context(), testBatches(), 1, 1, nil, nil) }),
		"Driver.Close":          exported.Total("nothing to free is freed"),
		"DriverConfig.Validate": exported.Bad(DriverConfig{}.Validate, DriverConfig{StepsPerCall: -1}.Validate, DriverConfig{StepsPerCall: math.MaxInt}.Validate),
		"DefaultDriverConfig":   exported.Total("no argument"),
		"LineSearch.Step":       exported.Bad(func() error { return (*LineSearch)(nil).Step(1, gomlx.Batch{}) }, func() error { return new(LineSearch).Step(1, gomlx.Batch{}) }),
		"LineSearch.Finalize":   exported.Total("nothing to free is freed"),
		"History.Add": exported.Bad(func() error { return (*History)(nil).Add(1, vector(9)) }, func() error { return history.Add(1, nil) },
			func() error { return history.Add(1, vector(3)) }, func() error { return new(History).Add(1, vector(40)) }, func() error { return new(History).Add(1, vector(recordWidth)) }),
		"History.Record":                     exported.Bad(void(func() { history.Record(nil) }), void(func() { (*History)(nil).Record(nil) })),
		"History.Attach":                     exported.Bad(void(func() { history.Attach(nil) }), void(func() { history.Attach(&gomlx.Loop{}) })),
		"History.Metric":                     exported.Total("Record checks it"),
		"History.ConflictShare":              exported.Total("no step is no conflict"),
		"Optimizer.Direction":                exported.Bad(void(func() { new(Optimizer).Direction(nil, nil) }), void(func() { wrapped.Direction(nil, nil) })),
		"Optimizer.UpdateGraph":              exported.Bad(void(func() { (*Optimizer)(nil).UpdateGraph(nil, nil, nil) }), void(func() { wrapped.UpdateGraph(nil, nil, nil) })),
		"Optimizer.UpdateGraphWithGradients": exported.Bad(void(func() { wrapped.UpdateGraphWithGradients(nil, nil, dtypes.Float32) })),
		"Optimizer.Clear":                    exported.Bad(func() error { return (*Optimizer)(nil).Clear(nil) }, func() error { return wrapped.Clear(nil) }),
		"SecondLoss":                         exported.Bad(void(func() { SecondLoss(nil) })),
		"SetSecondLoss":                      exported.Total("nil is no second loss"),
		"Permutation":                        exported.Bad(void(func() { Permutation(-1, 0, 0) }), void(func() { Permutation(math.MinInt, 0, 0) })),
		"Batches.All":                        exported.Bad(void(func() { (*Batches)(nil).All() }), void(func() { new(Batches).All() })),
		"Batches.Iter": exported.Bad(broken(func(b *Batches) { *b = Batches{} }), broken(func(b *Batches) { b.Data.Features = make([]string, 9) }), broken(func(b *Batches) { b.Data.Steps = math.MaxInt }),
			broken(func(b *Batches) { b.Start = -1 }), broken(func(b *Batches) { b.Start = math.MaxInt }), broken(func(b *Batches) { b.Size = math.MinInt })),
		"Batches.Samples": exported.Total("0 where there are none"), "Batches.PerEpoch": exported.Total("0 where there are none"), "Batches.Name": exported.Total("no argument"),
		"NonFiniteError.Error": exported.Total("any field has a text"), "Point.Worst": exported.Total("a maximum"),
		"FixedLambda": exported.Total("checked by Lambda.Validate"), "LambdaKinds": exported.Total("no argument"), "Scalarizations": exported.Total("no argument"),
		"DefaultArmijo": exported.Total("no argument"), "DefaultConfig": exported.Total("no argument"), "NewHistory": exported.Total("any tolerance classifies"),
	})
}

// TestHugeBatchSize checks that a batch size near 2⁶³ means all samples and causes no overflow.
func TestHugeBatchSize(t *testing.T) {
	b := testBatches()
	b.Size = math.MaxInt
	if n := b.PerEpoch(); n != 1 {
		t.Errorf("%d batches an epoch, want 1", n)
	}
	taken := 0
	for batch, err := range b.Iter() {
		if err != nil || batch.Inputs[0].Shape().Dim(0) != 3 {
			t.Fatalf("batch %v, %v; want all 3 samples", batch.Inputs, err)
		}
		if taken++; taken == 3 {
			break
		}
	}
	if zero := new(Batches); zero.Samples() != 0 || zero.PerEpoch() != 0 || (*Batches)(nil).PerEpoch() != 0 {
		t.Error("no batches have samples")
	}
}

// TestPaddingIsZeroInBatches checks that values of X and Y at masked steps do not reach a model.
func TestPaddingIsZeroInBatches(t *testing.T) {
	nan := math.NaN()
	for _, dtype := range []dtypes.DType{dtypes.Float32, dtypes.Float64} {
		b := &Batches{
			Data: samples.Data{Features: []string{"a", "b"}, Steps: 2, X: []float64{1, 2, 3, 4, 5, 6, nan, nan}, Y: []float64{1, 2, 3, nan}, Mask: []bool{true, true, true, false}},
			Size: 2, DType: dtype,
		}
		x := must.Of(floats(b.All().Inputs[0])).In(t)
		y, err := floats(b.All().Labels[0])
		if err != nil || x[6] != 0 || x[7] != 0 || x[5] != 6 || y[3] != 0 || y[2] != 3 {
			t.Errorf("%s: x %v, y %v, %v; want zeros in the padding", dtype, x, y, err)
		}
	}
}
