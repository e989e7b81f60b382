package dag

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/dag/estimate"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
)

// source gives the rows of a matrix, however often.
func source(scores *mat.Dense) Source {
	return func() (Rows, error) { return NewRows(scores), nil }
}

// sameBuild says what differs between the graphs of a matrix and of its rows, held or not: the
// error, or any bit of the graph and of its report.
func sameBuild(scores *mat.Dense, o Options) error {
	want, wantErr := Build(scores, o)
	for _, hold := range []bool{true, false} {
		got, err := buildFrom(source(scores), o, hold)
		if wantErr != nil || err != nil {
			if wantErr == nil || err == nil || err.Error() != wantErr.Error() {
				return errors.Join(fmt.Errorf("different errors (held: %v)", hold), err, wantErr)
			}
			continue
		}
		a, errA := json.Marshal(want)
		b, errB := json.Marshal(got)
		if string(a) != string(b) {
			return errors.Join(fmt.Errorf("different graphs (held: %v)\n%s\n%s", hold, a, b), errA, errB)
		}
	}
	return nil
}

// Row by row the graph is the same, bit for bit, by every estimator, at every scale.
func TestBuildFromIsBuild(t *testing.T) {
	rng := testRNG(90)
	all := extremes()
	for _, name := range []string{"a", "b", "c", "d"} {
		all["random "+name] = randomScores(rng)
	}
	for i, name := range slices.Sorted(maps.Keys(all)) {
		scores := all[name]
		for _, o := range sweep.Part(variants(), 3, i) {
			if err := sameBuild(scores, o); err != nil {
				t.Errorf("%s, %s, %d batches, %s: %v", name, o.Estimator, o.Batches, o.Multiplicity, err)
			}
		}
	}
	for range sweep.Count(60, 300) {
		scores := randomScores(rng)
		o := variants()[rng.IntN(len(variants()))]
		o.BatchSize, o.Alpha = 1+rng.IntN(60), 0.5+0.4*rng.Float64()
		if err := sameBuild(scores, o); err != nil {
			t.Errorf("%s, batches of %d: %v", o.Estimator, o.BatchSize, err)
		}
	}
}

// closeTo says whether two graphs have the same edges, with numbers equal to 1e-12.
func closeTo(got, want *DAG) bool {
	if len(got.Edges) != len(want.Edges) {
		return false
	}
	equal := func(x, y float64) bool { return math.Abs(x-y) <= 1e-12*math.Abs(y) }
	for i, w := range want.Edges {
		g := got.Edges[i]
		if g.U != w.U || g.V != w.V || !equal(g.Mu, w.Mu) || !equal(g.Sigma, w.Sigma) || !equal(g.P, w.P) || !equal(g.Epsilon, w.Epsilon) || !equal(g.Delta, w.Delta) {
			return false
		}
	}
	return true
}

// manyRows are scores of many blocks, some of them nearly alike about a large mean.
func manyRows(rows int) *mat.Dense {
	m := normalScores(testRNG(91), rows, []float64{0.4, 0.38, 0.36, 0.2, 0.1}, 0.3, 0.2)
	for i := range rows {
		m.Set(i, 3, m.At(i, 2)-1-1e-7*m.At(i, 1))
	}
	return m
}

// Beyond a block of batches and of rows the graph is the same but for rounding.
func TestBuildFromManyRows(t *testing.T) {
	scores := manyRows(3*estimate.BlockSize + 77)
	for _, o := range variants() {
		o.BatchSize, o.ScoreMin, o.ScoreMax = 1, -100, 100
		if o.Estimator == estimate.WithinBatch {
			o.BatchSize = 2
		}
		want, err := Build(scores, o)
		if err != nil {
			t.Fatalf("%s: %v", o.Estimator, err)
		}
		got, err := buildFrom(source(scores), o, false)
		if err != nil {
			t.Fatalf("%s: %v", o.Estimator, err)
		}
		if !closeTo(got, want) {
			t.Errorf("%s, %d batches: got %+v, want %+v", o.Estimator, o.Batches, got.Edges, want.Edges)
		}
	}
}

// momentsOf are the moments of n rows from the given one on.
func momentsOf(t *testing.T, o Options, scores *mat.Dense, from, n int) *estimate.Moments {
	t.Helper()
	_, cols := scores.Dims()
	m, err := estimate.NewMoments(cols, o.Estimate())
	for i := from; i < from+n && err == nil; i++ {
		err = m.Add(scores.RawRowView(i))
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Shards that are measured apart and merged give Build's graph.
func TestBuildMomentsOfShards(t *testing.T) {
	scores := manyRows(96 * 50)
	for _, method := range []estimate.Method{estimate.BetweenBatch, estimate.WithinBatch, estimate.Frequency, estimate.Truncated} {
		o := DefaultOptions()
		o.Estimator, o.ScoreMin, o.ScoreMax, o.Multiplicity, o.Repair = method, -100, 100, estimate.Holm, DropEdges
		want := must.Of(Build(scores, o)).In(t)
		var all *estimate.Moments
		for shard := range 50 {
			m := momentsOf(t, o, scores, 96*((shard*7)%50), 96)
			if all == nil {
				all = m
			} else if err := all.Merge(m); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := BuildMoments(all, o); err != nil || !closeTo(got, want) {
			t.Errorf("%s: got %+v, %v, want %+v", method, got, err, want)
		}
	}
	o := DefaultOptions()
	o.Estimator = estimate.Bootstrap
	m := momentsOf(t, o, scores, 0, 96)
	_, err := BuildMoments(m, o)
	refusal.Check(t, err, "can be read once", "bootstrap of moments alone")
	large := momentsOf(t, DefaultOptions(), mat.NewDense(1, 1, []float64{1e120}), 0, 1)
	_, err = BuildMoments(large, DefaultOptions())
	refusal.Check(t, err, "scale the scores", "moments of 1e120")
}

// drawn are rows made as they are read; look is called with their number.
type drawn struct {
	n, cols int
	look    func(i int)
	i       int
	row     []float64
}

func (d *drawn) Names() []string { return nil }

func (d *drawn) Next() ([]float64, error) {
	if d.i == d.n {
		return nil, io.EOF
	}
	if d.row == nil {
		d.row = make([]float64, d.cols)
	}
	for k := range d.row {
		d.row[k] = float64((d.i*7919+k*104729)%1000)/2000 - 0.01*float64(k)
	}
	d.look(d.i)
	d.i++
	return d.row, nil
}

func TestBuildFromFaults(t *testing.T) {
	good := normalScores(testRNG(92), 96, []float64{0.2, 0.1}, 0.1, 0)
	with := func(row, col int, x float64) Source {
		m := mat.DenseCopyOf(good)
		m.Set(row, col, x)
		return source(m)
	}
	turns := 0
	for name, c := range map[string]struct {
		from Source
		want string
	}{
		"nil":     {nil, "nil source"},
		"no rows": {func() (Rows, error) { return &drawn{look: func(int) {}}, nil }, "no scores"},
		"NaN":     {with(5, 1, math.NaN()), "row 5, column 1 is NaN"},
		"Inf":     {with(95, 0, math.Inf(-1)), "row 95, column 0 is -Inf"},
		"beyond":  {with(6, 0, 1e151), "row 6, column 0 is 1e+151"},
		"ragged":  {func() (Rows, error) { return &ragged{}, nil }, "row 1 has 1 scores, expected 2 as in the first"},
		"in text": {func() (Rows, error) { return NewReader("s.csv", strings.NewReader("a,b\n1,2\n3,NaN\n")) }, `s.csv:3:3: got "NaN"`},
		"source":  {func() (Rows, error) { return nil, errors.New("dag: gone") }, "dag: gone"},
		"changed": {func() (Rows, error) { turns++; return &drawn{n: 96 + turns, cols: 2, look: func(int) {}}, nil }, "got 98 rows in another reading of the scores, expected 97"},
	} {
		o := DefaultOptions()
		o.Estimator = estimate.Bootstrap
		if d, err := buildFrom(c.from, o, false); d != nil || err == nil || !ours(err) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want an error with %q", name, err, c.want)
		}
	}
	reads := 0
	once := func() (Rows, error) { reads++; return NewRows(good), nil }
	o := DefaultOptions()
	o.Estimator = estimate.Bootstrap
	if _, err := BuildFrom(once, o); err != nil || reads != 1 {
		t.Errorf("few rows: got %v after %d readings, want one", err, reads)
	}
	o.Features = []string{"a"}
	_, err := BuildFrom(source(good), o)
	refusal.Check(t, err, "1 feature names", "one name for two columns")
}

// ragged are a row of two and a row of one.
type ragged struct{ i int }

func (r *ragged) Names() []string { return nil }

func (r *ragged) Next() ([]float64, error) {
	r.i++
	return make([]float64, 3-r.i), nil
}
