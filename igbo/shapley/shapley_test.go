package shapley

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

var ctx = context.Background()

// grown returns a random tree over the columns, with every comparison and missing values that go either way.
func grown(draw *rand.Rand, columns, depth, outputs int) (t Tree) {
	var grow func(depth int) int32
	grow = func(depth int) int32 {
		at := int32(len(t))
		t = append(t, Split{Mode: Leaf})
		if depth == 0 || draw.Float64() < 0.1 {
			for range outputs {
				t[at].Outputs = append(t[at].Outputs, draw.NormFloat64())
			}
			return at
		}
		n := Split{Mode: Mode(draw.IntN(int(Leaf))), MissingTrue: draw.IntN(2) == 0, Column: int32(draw.IntN(columns)), Value: float64(draw.IntN(5))}
		n.True = grow(depth - 1)
		n.False = grow(depth - 1)
		t[at] = n
		return at
	}
	grow(depth)
	return t
}

// drawn returns rows of small integers, some of them missing.
func drawn(draw *rand.Rand, n, columns int) (rows []float64) {
	for range n * columns {
		v := float64(draw.IntN(5))
		if draw.Float64() < 0.1 {
			v = math.NaN()
		}
		rows = append(rows, v)
	}
	return rows
}

// enumerated computes Shapley values and interaction indices by their definitions, over all subsets of players.
func enumerated(f func([]float64) float64, x []float64, background [][]float64, owner []int, players int) (phi, pairs []float64) {
	v := make([]float64, 1<<players)
	for set := range v {
		for _, z := range background {
			row := make([]float64, len(x))
			for c := range row {
				if row[c] = z[c]; set>>owner[c]&1 == 1 {
					row[c] = x[c]
				}
			}
			v[set] += f(row) / float64(len(background))
		}
	}
	fact := func(n int) float64 { g, _ := math.Lgamma(float64(n + 1)); return math.Exp(g) }
	phi, pairs = make([]float64, players), make([]float64, players*players)
	for set := range v {
		s := bits.OnesCount(uint(set))
		for i := range players {
			if set>>i&1 == 1 {
				continue
			}
			phi[i] += fact(s) * fact(players-s-1) / fact(players) * (v[set|1<<i] - v[set])
			for j := range players {
				if j != i && set>>j&1 == 0 {
					pairs[i*players+j] += fact(s) * fact(players-s-2) / fact(players-1) * (v[set|1<<i|1<<j] - v[set|1<<i] - v[set|1<<j] + v[set])
				}
			}
		}
	}
	return phi, pairs
}

func differ(t *testing.T, what string, got, want []float64, by float64) {
	t.Helper()
	for i := range want {
		if len(got) != len(want) || !(math.Abs(got[i]-want[i]) <= by) {
			t.Fatalf("%s: %g, want %g", what, got, want)
		}
	}
}

// TestTreesAgainstSubsets compares values and interactions of random ensembles with their definitions, for
// players with one and several columns, missing values and every comparison. Values must sum to f(x) − mean f.
func TestTreesAgainstSubsets(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 2))
	for trial := range 60 {
		columns, players := 1+draw.IntN(8), 0
		owner := make([]int, columns)
		players = 1 + draw.IntN(columns)
		for c := range owner {
			owner[c] = draw.IntN(players)
		}
		e := &Ensemble{Columns: columns, Base: []float64{draw.NormFloat64(), 1}}
		for range 1 + draw.IntN(5) {
			e.Trees = append(e.Trees, grown(draw, columns, 6, 2))
		}
		weights := []float64{draw.NormFloat64(), draw.NormFloat64()}
		one := e.Combined(weights, 0.5)
		f := func(row []float64) float64 {
			y := e.Predict(nil, row)
			return weights[0]*y[0] + weights[1]*y[1] + 0.5
		}
		rows, background := drawn(draw, 3, columns), drawn(draw, 4, columns)
		var zs [][]float64
		for j := range 4 {
			zs = append(zs, background[j*columns:(j+1)*columns])
		}
		phi := must.Of(one.Values(ctx, rows, background, owner, players, nil)).In(t)
		pairs := must.Of(one.Interactions(ctx, rows, background, owner, players, nil)).In(t)
		for i := range 3 {
			x := rows[i*columns : (i+1)*columns]
			want, wantPairs := enumerated(f, x, zs, owner, players)
			differ(t, "values", phi[i*players:(i+1)*players], want, 1e-12)
			differ(t, "interactions", pairs[i*players*players:(i+1)*players*players], wantPairs, 1e-11)
			sum, base := 0.0, 0.0
			for _, v := range want {
				sum += v
			}
			for _, z := range zs {
				base += f(z) / 4
			}
			if math.Abs(sum-(f(x)-base)) > 1e-12 {
				t.Fatalf("trial %d: values add up to %g, want %g", trial, sum, f(x)-base)
			}
		}
	}
}

// TestAgainst checks that the values equal those of Values bit for bit, that rows are in order, and that the
// parts are the values relative to each background row.
func TestAgainst(t *testing.T) {
	draw := rand.New(rand.NewPCG(2, 2))
	e := (&Ensemble{Columns: 4, Base: []float64{1, 2}, Trees: []Tree{grown(draw, 4, 6, 2), grown(draw, 4, 6, 2)}}).Combined([]float64{1, -1}, 0)
	rows, background, owner := drawn(draw, 7, 4), drawn(draw, 5, 4), []int{0, 1, 1, 2}
	want := must.Of(e.Values(ctx, rows, background, owner, 3, nil)).In(t)
	next := 0
	got := must.Of(e.Against(ctx, rows, background, owner, 3, nil, func(row int, phi, parts []float64) {
		if row != next || len(parts) != 15 {
			t.Errorf("row %d with %d parts, want row %d with 15", row, len(parts), next)
		}
		next++
		differ(t, "values of a row", phi, want[row*3:row*3+3], 0)
		for j := range 5 {
			alone := must.Of(e.Values(ctx, rows[row*4:row*4+4], background[j*4:j*4+4], owner, 3, nil)).In(t)
			differ(t, "parts", parts[j*3:j*3+3], alone, 1e-12)
		}
	})).In(t)
	differ(t, "values", got, want, 0)
	if next != 7 {
		t.Errorf("%d rows, want 7", next)
	}
	if _, err := e.Against(ctx, rows[:5], background, owner, 3, nil, nil); err == nil {
		t.Error("rows that are not whole, want an error")
	}
}

// TestSampledParts checks that for a function without interactions, sampled parts are exact and their mean is
// the value. If background rows are used unequally often, only the mean must hold.
func TestSampledParts(t *testing.T) {
	f := func(_ context.Context, rows [][]float64) (y []float64, err error) {
		for _, r := range rows {
			y = append(y, r[0]-2*r[1]+r[2]*r[2])
		}
		return y, nil
	}
	rows, background := [][]float64{{1, 2, 3}, {-1, 0, 2}}, [][]float64{{0, 1, 1}, {2, 2, 2}, {1, -1, 0}}
	for _, pairs := range []int{6, 7} {
		o := DefaultSampling()
		calls := 0
		o.Pairs, o.Take = pairs, func(row int, phi, parts []float64) {
			x := rows[row]
			mean := make([]float64, 3)
			for j, z := range background {
				for k := range mean {
					mean[k] += parts[j*3+k] / 3
				}
				if pairs == 6 {
					differ(t, "parts", parts[j*3:j*3+3], []float64{x[0] - z[0], -2 * (x[1] - z[1]), x[2]*x[2] - z[2]*z[2]}, 1e-12)
				}
			}
			if pairs == 6 {
				differ(t, "their mean", mean, phi, 1e-12)
			}
			calls++
		}
		must.Of(Sampled(ctx, f, rows, background, [][]int{{0}, {1}, {2}}, o, nil)).In(t)
		if calls != 2 {
			t.Errorf("%d rows, want 2", calls)
		}
	}
}

// TestSampledAgainstSubsets checks that sampled values are within their standard errors of the exact ones as
// often as expected. For a function without interactions, only the choice of background rows causes errors;
// with one background row, values are exact.
func TestSampledAgainstSubsets(t *testing.T) {
	draw := rand.New(rand.NewPCG(4, 1))
	f := func(r []float64) float64 { return r[0]*r[1] + math.Sin(r[2]+r[3]) - r[4]*r[4]*r[0] }
	batch := func(_ context.Context, rows [][]float64) (y []float64, err error) {
		for _, r := range rows {
			y = append(y, f(r))
		}
		return y, nil
	}
	players, owner := [][]int{{0}, {1, 2}, {3}, {4}}, []int{0, 1, 1, 2, 3}
	var rows, background [][]float64
	for i := range 208 {
		r := make([]float64, 5)
		for k := range r {
			r[k] = draw.NormFloat64()
		}
		if i < 8 {
			background = append(background, r)
		} else {
			rows = append(rows, r)
		}
	}
	o := DefaultSampling()
	o.Pairs, o.Batch = 16, 777
	e := must.Of(Sampled(ctx, batch, rows, background, players, o, nil)).In(t)
	within, worst := 0, 0.0
	for i, x := range rows {
		want, _ := enumerated(f, x, background, owner, 4)
		for k := range want {
			off := math.Abs(e.Values[i*4+k] - want[k])
			if off <= 2*e.Errors[i*4+k]+1e-12 {
				within++
			}
			worst = max(worst, off)
		}
	}
	if share := float64(within) / 800; share < 0.93 || worst > 3 {
		t.Errorf("%.3f of the values within two standard errors, the farthest is %g off", share, worst)
	}
	if want := 8 + 200 + 200*2*16*3; e.Calls != want {
		t.Errorf("%d calls, want %d", e.Calls, want)
	}
	additive := func(_ context.Context, rows [][]float64) (y []float64, err error) {
		for _, r := range rows {
			y = append(y, r[0]-2*r[1]*r[2]+math.Exp(r[3])+r[4])
		}
		return y, nil
	}
	e = must.Of(Sampled(ctx, additive, rows, background[:1], players, o, nil)).In(t)
	z := background[0]
	for i, x := range rows {
		differ(t, "an additive function", e.Values[i*4:i*4+4], []float64{x[0] - z[0], -2 * (x[1]*x[2] - z[1]*z[2]), math.Exp(x[3]) - math.Exp(z[3]), x[4] - z[4]}, 1e-9)
		differ(t, "its errors", e.Errors[i*4:i*4+4], make([]float64, 4), 1e-6)
	}
}

// TestRefusals checks that errors describe what is wrong.
func TestRefusals(t *testing.T) {
	leaf := Tree{{Mode: Leaf, Outputs: []float64{1}}}
	good := &Ensemble{Trees: []Tree{leaf}, Columns: 1, Base: []float64{0}}
	f := func(_ context.Context, rows [][]float64) ([]float64, error) { return make([]float64, len(rows)+1), nil }
	row, o := [][]float64{{1}}, DefaultSampling()
	nan := func(_ context.Context, rows [][]float64) ([]float64, error) { return []float64{math.NaN()}, nil }
	sampled := func(f func(context.Context, [][]float64) ([]float64, error), players ...[]int) error {
		_, err := Sampled(ctx, f, row, row, players, o, nil)
		return err
	}
	values := func(e *Ensemble, background []float64, owner ...int) error {
		_, err := e.Values(ctx, []float64{1}, background, owner, 1, nil)
		return err
	}
	for want, err := range map[string]error{
		"the ensemble must not be nil": (*Ensemble)(nil).Validate(),
		"leads to nodes 0 and 0":       values(&Ensemble{Trees: []Tree{{{Mode: Less}}}, Columns: 1, Base: []float64{0}}, row[0], 0),
		"has 1 values, want 2":         values(&Ensemble{Trees: []Tree{leaf}, Columns: 1, Base: []float64{0, 0}}, row[0], 0),
		"the background has 0 numbers, want a positive multiple of the 1 columns": values(good, nil, 0),
		"column 0 belongs to player 1":                                            values(good, row[0], 1),
		"returned 2 numbers for 1":                                                sampled(f, []int{0}),
		"returned NaN, want a finite number":                                      sampled(nan, []int{0}),
		"the ensemble has 0 columns":                                              (&Ensemble{Base: []float64{0}}).Validate(),
		"the ensemble has no outputs":                                             (&Ensemble{Columns: 1}).Validate(),
		"player 0 has column 1, want 0 to 0":                                      sampled(f, []int{1}),
		"the number of players must be at least 1, got 0":                         sampled(f),
		"the function must not be nil":                                            sampled(nil, []int{0}),
		"no player has column 0":                                                  sampled(f, []int{}),
		"column 0 occurs twice":                                                   sampled(f, []int{0}, []int{0}),
	} {
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "shapley: ") {
			t.Errorf("%v, want %q", err, want)
		}
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := good.Values(ended, []float64{1}, []float64{1}, []int{0}, 1, nil); err == nil {
		t.Error("a cancelled context, want its error")
	}
}
