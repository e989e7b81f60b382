package oracle

import (
	"context"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/projection"
)

// TestResumeIsBitIdentical interrupts a training every few steps, with early stopping, a schedule and padded
// series. The file and history must equal those of an uninterrupted training.
func TestResumeIsBitIdentical(t *testing.T) {
	data := bowl(60, 31)
	a := newKernels(t, data, 30, 0.3)
	early := small()
	early.EarlyStopping = EarlyStopping{HeldOut: 0.2, Pairs: 16, Patience: 4, Every: 3}
	fixed := small()
	fixed.Baseline = data.X[:2]
	for name, c := range map[string]Config{"cosine": small(), "early stopping": early, "fixed baseline": fixed} {
		t.Run(name, func(t *testing.T) {
			want := mustTrain(t, c, data, a)
			c.Checkpoints = igbo.Checkpoints{Dir: t.TempDir(), Every: 2, Resume: true}
			interruptions := 0
			for ; ; interruptions++ {
				ctx, cancel := context.WithCancel(t.Context())
				left := 5
				c.OnStep = func(int) {
					if left--; left == 0 {
						cancel()
					}
				}
				got, err := Train(ctx, backendtest.Open(t), c, data, a)
				cancel()
				if err != nil && ctx.Err() != nil {
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(got.Oracle.weights, want.Oracle.weights) || !reflect.DeepEqual(got.History.Steps, want.History.Steps) ||
					got.Stopped != want.Stopped || got.BestStep != want.BestStep || got.Oracle.digest != want.Oracle.digest {
					t.Errorf("after %d interruptions it ends otherwise", interruptions)
				}
				break
			}
			if interruptions < 3 {
				t.Errorf("%d interruptions, want several", interruptions)
			}
		})
	}
}

// TestResumeRefusesAnotherTraining checks that a checkpoint is rejected with other settings, data or assessor.
func TestResumeRefusesAnotherTraining(t *testing.T) {
	data := bowl(60, 32)
	a := newKernels(t, data, 30, 0.3)
	c := small()
	c.Checkpoints = igbo.Checkpoints{Dir: t.TempDir(), Resume: true}
	mustTrain(t, c, data, a)
	mustTrain(t, c, data, a)
	for what, train := range map[string]func() error{
		"weight": func() error {
			c := c
			c.Weight = 1
			_, err := Train(t.Context(), backendtest.Open(t), c, data, a)
			return err
		},
		"data": func() error {
			_, err := Train(t.Context(), backendtest.Open(t), c, bowl(60, 33), a)
			return err
		},
		"assessor": func() error {
			_, err := Train(t.Context(), backendtest.Open(t), c, data, newKernels(t, data, 30, 0.4))
			return err
		},
	} {
		if err := train(); err == nil || !strings.Contains(err.Error(), "belongs to another training") || strings.Count(err.Error(), "oracle: ") != 1 {
			t.Errorf("another %s: error %v", what, err)
		}
	}
}

// TestEarlyStoppingKeepsTheBest checks with a destructive step size that training ends and keeps the weights of
// the first evaluation.
func TestEarlyStoppingKeepsTheBest(t *testing.T) {
	data := bowl(60, 34)
	c := small()
	c.Steps, c.Optimizer = 200, igbo.Optimizer{Name: "adam", LearningRate: 2}
	c.EarlyStopping = EarlyStopping{HeldOut: 0.3, Pairs: 32, Patience: 3, Every: 2}
	r := mustTrain(t, c, data, newKernels(t, data, 30, 0.3))
	if r.Stopped == "" || r.Steps >= 200 || r.Steps != r.BestStep+6 {
		t.Errorf("stopped %q after %d steps, best %d", r.Stopped, r.Steps, r.BestStep)
	}
}

// TestEveryRuleTrains checks that every projection rule, λ and form ends with finite weights. Rules that weigh
// the second objective enough must leave the straight line.
func TestEveryRuleTrains(t *testing.T) {
	data := bowl(60, 35)
	a := newKernels(t, data, 30, 0.3)
	for _, rule := range projection.Names() {
		for _, form := range []Form{Bridge, Free} {
			c := small()
			c.Rule, c.Form, c.NormalizeGradients = rule, form, form == Free && !strings.Contains(rule, "feasib")
			if form == Free {
				c.Length, c.Validity = Printed, AtAnchors
			}
			r := mustTrain(t, c, data, a)
			if r.Steps != c.Steps || r.History.Steps[0].SecondLoss == 0 {
				t.Errorf("%s, %s: %d steps, second loss %g", rule, form, r.Steps, r.History.Steps[0].SecondLoss)
			}
		}
	}
}

// TestPairs checks that step i always draws the same pairs and that no series is paired with itself. Every K in
// the range must occur, and early stopping must use other pairs.
func TestPairs(t *testing.T) {
	data := bowl(7, 37)
	p := pairs{data: data, least: 2, most: 4, batch: 5, seed: 3}
	seen := map[float64]int{}
	for step := range uint64(60) {
		rows := p.rows(5, step)
		if !reflect.DeepEqual(rows, p.rows(5, step)) {
			t.Fatal("the same step draws other pairs")
		}
		for i := range 5 {
			row := rows[6*i : 6*i+6]
			seen[row[4]]++
			if row[0] == row[2] && row[1] == row[3] {
				t.Fatal("a series is its own baseline")
			}
		}
	}
	if len(seen) != 3 || seen[2] < 50 || seen[3] < 50 || seen[4] < 50 {
		t.Errorf("K was drawn %v times", seen)
	}
	data.Mask = []bool{true, false, true, true, true, true, true}
	p.data = data
	for step := range uint64(20) {
		for row := range 5 {
			r := p.rows(5, step)[7*row : 7*row+7]
			if r[6] == 0 && (r[0] != 0 || r[1] != 0) {
				t.Fatal("a baseline where the input is padded")
			}
		}
	}
}

// TestPaddedDataTrains checks that values at masked steps, including NaN, do not affect the oracle, which keeps
// masked steps at zero.
func TestPaddedDataTrains(t *testing.T) {
	data := waves(40, 3, 38)
	data.Mask = make([]bool, 120)
	for i := range data.Mask {
		data.Mask[i] = i%3 < 1+i/3%3
	}
	p := must.Of(Points(data)).In(t)
	a := &kernels{points: p, width: 0.5, scale: 1}
	train := func(filling float64) *Oracle {
		d := data
		d.X = append([]float64{}, data.X...)
		for i, valid := range d.Mask {
			if !valid {
				d.X[2*i], d.X[2*i+1] = filling, filling
			}
		}
		return mustTrain(t, small(), d, a).Oracle
	}
	if one, other := train(0), train(math.NaN()); !reflect.DeepEqual(one.weights, other.weights) || one.Data != other.Data {
		t.Error("what masked steps hold changes the oracle")
	}
}
