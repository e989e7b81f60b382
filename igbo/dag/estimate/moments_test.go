package estimate

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// measuring are settings by which everything is measured.
func measuring(size int) Config {
	return Config{Method: WithinBatch, BatchSize: size, ScoreMin: -1, ScoreMax: 1, Multiplicity: Holm}
}

// measure takes in rows from until to; counting besides where the settings do not.
func measure(scores *mat.Dense, from, to int, cfg Config) *Moments {
	_, cols := scores.Dims()
	m := started(cols, cfg)
	if m.Above == nil {
		m.Above, m.Below = make([]int, len(m.Within)), make([]int, len(m.Within))
	}
	for i := from; i < to; i++ {
		if err := m.Add(scores.RawRowView(i)); err != nil {
			panic(err)
		}
	}
	return m
}

func started(features int, cfg Config) *Moments {
	m, err := NewMoments(features, cfg)
	if err != nil {
		panic(err)
	}
	return m
}

// agree says whether moments are those of the scores in memory, to 1e-12.
func agree(t *testing.T, what string, m *Moments, scores *mat.Dense, cfg Config) {
	t.Helper()
	s := NewSample(scores, cfg)
	m.Flush()
	got := &stream{m: m}
	equal := func(name string, x, y float64) {
		if !(math.Abs(x-y) <= 1e-12*math.Abs(y)) {
			t.Errorf("%s, %s: got %.17g, want %.17g", what, name, x, y)
		}
	}
	if m.Batches != s.n || m.Used != s.used || m.Rows-m.Used != s.Dropped || m.UsedMost*rounding != s.tie {
		t.Errorf("%s: got %d batches, %d rows, %d dropped, want %d, %d, %d", what, m.Batches, m.Used, m.Rows-m.Used, s.n, s.used, s.Dropped)
	}
	for u := range m.Features {
		equal("mean", m.Sums[u].over(m.Batches), s.Means[u])
		equal("mean of rows", got.mean(u), s.scores.mean(u))
		for v := none; v < m.Features; v++ {
			if u == v {
				continue
			}
			equal("between", got.between(u, v), s.batches.between(u, v))
			equal("within", got.within(u, v), s.batches.within(u, v))
			if v == none {
				continue
			}
			equal("over rows", got.variance(u, v), s.scores.variance(u, v))
			above, below := got.above(u, v)
			if a, b := s.batches.above(u, v); a != above || b != below {
				t.Errorf("%s: above in %g and %g, want %g and %g", what, above, below, a, b)
			}
		}
	}
}

// scaled are scores of a size, the first two features alike but for 1e-7 of it.
func scaled(rng *rand.Rand, rows int, size float64) *mat.Dense {
	m := mat.NewDense(rows, 4, nil)
	for i := range rows {
		x := rng.NormFloat64()
		m.SetRow(i, []float64{size * x, size * (x + 1 + 1e-7*rng.NormFloat64()), size * rng.ExpFloat64(), size * (3 + float64(rng.IntN(3)))})
	}
	return m
}

// However scores are cut into shards, and in whatever order these are merged, the moments are
// those of all scores.
func TestMergeInAnyOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		size := 1 + rng.IntN(20)
		size = max(size, 2) // for a variance within
		batches := 2 + rng.IntN(3000/size)
		scores := scaled(rng, batches*size+rng.IntN(size), math.Pow(10, 200*rng.Float64()-100))
		rows, _ := scores.Dims()
		cfg := measuring(size)
		var shards []*Moments
		for from := 0; from < rows; {
			to := min(rows, from+size*(1+rng.IntN(batches)))
			shards = append(shards, measure(scores, from, to, cfg))
			from = to
		}
		count := len(shards)
		for len(shards) > 1 {
			rng.Shuffle(len(shards), func(i, j int) { shards[i], shards[j] = shards[j], shards[i] })
			must.Do(t, shards[0].Merge(shards[len(shards)-1]))
			shards = shards[:len(shards)-1]
		}
		if agree(t, "merged", shards[0], scores, cfg); t.Failed() {
			t.Fatalf("%d rows in batches of %d, %d shards", rows, size, count)
		}
	}
}

// One pass over a block is what two passes are, bit for bit.
func TestOneBlockIsExact(t *testing.T) {
	scores := scaled(rand.New(rand.NewPCG(3, 4)), BlockSize, 1)
	cfg := measuring(2)
	m, s := measure(scores, 0, BlockSize, cfg), NewSample(scores, cfg)
	m.Flush()
	got := &stream{m: m}
	for u := range 4 {
		for v := range u {
			if got.between(u, v) != s.batches.between(u, v) || got.within(u, v) != s.batches.within(u, v) || got.variance(u, v) != s.scores.variance(u, v) {
				t.Errorf("pair %d, %d differs", u, v)
			}
		}
	}
}

// A variance of 1e-16 about a mean of 1, over many blocks, against exact arithmetic.
func TestDifferencesAgainstExactNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	const n = 20*BlockSize + 5
	m := NewDifferences(1)
	sum, squares := new(big.Float).SetPrec(500), new(big.Float).SetPrec(500)
	for range n {
		x := 1 + 1e-8*rng.NormFloat64()
		m.Add([]float64{x})
		b := new(big.Float).SetPrec(500).SetFloat64(x)
		sum.Add(sum, b)
		squares.Add(squares, b.Mul(b, b))
	}
	m.flush()
	count := new(big.Float).SetPrec(500).SetInt64(n)
	sum.Mul(sum, sum)
	squares.Sub(squares, sum.Quo(sum, count))
	want, _ := squares.Float64()
	if got := m.M2[0]; math.Abs(got/want-1) > 1e-12 {
		t.Errorf("got %.17g, want %.17g", got, want)
	}
}

// Moments travel between machines.
func TestMomentsTravel(t *testing.T) {
	scores := scaled(rand.New(rand.NewPCG(7, 8)), 503, 1)
	cfg := measuring(10)
	a, b := measure(scores, 0, 300, cfg), measure(scores, 300, 503, cfg)
	a.Flush()
	b.Flush()
	text := must.Of(json.Marshal(a)).In(t)
	var first, second Moments
	must.Do(t, json.Unmarshal(text, &first))
	var data bytes.Buffer
	must.Do(t, gob.NewEncoder(&data).Encode(b))
	must.Do(t, gob.NewDecoder(&data).Decode(&second))
	must.Do(t, first.Merge(&second))
	agree(t, "decoded", &first, scores, cfg)
}

func TestMergeFaults(t *testing.T) {
	scores := scaled(rand.New(rand.NewPCG(9, 10)), 64, 1)
	for name, c := range map[string]struct {
		other func(m *Moments) *Moments
		want  string
	}{
		"nil":        {func(*Moments) *Moments { return nil }, "nil moments"},
		"itself":     {func(m *Moments) *Moments { return m }, "twice"},
		"features":   {func(*Moments) *Moments { return started(3, measuring(10)) }, "moments of 3 features"},
		"batch size": {func(*Moments) *Moments { return measure(scores, 0, 64, measuring(9)) }, "batches of 9"},
		"method": {func(*Moments) *Moments {
			return started(4, Config{Method: Frequency, BatchSize: 10, ScoreMin: -1, ScoreMax: 1, Multiplicity: Holm})
		}, "same settings"},
		"range": {func(*Moments) *Moments {
			return started(4, Config{Method: WithinBatch, BatchSize: 10, ScoreMax: 1, Multiplicity: Holm})
		}, "same settings"},
		"two tails": {func(*Moments) *Moments { return measure(scores, 0, 35, measuring(10)) }, "of 4 and 5 rows of 10: cut scores at whole batches"},
		"cut short": {func(*Moments) *Moments {
			m := measure(scores, 0, 60, measuring(10))
			m.Between.M2 = m.Between.M2[:3]
			return m
		}, "not those of 4 features"},
	} {
		m := measure(scores, 0, 64, measuring(10))
		if err := m.Merge(c.other(m)); err == nil || !strings.HasPrefix(err.Error(), "estimate: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
	if _, err := started(4, measuring(10)).Sample(measuring(10), nil); err == nil {
		t.Error("moments of no rows: want an error")
	}
}

// Rows that cannot be are refused with their number, and change nothing.
func TestRowsThatCannotBe(t *testing.T) {
	scores := scaled(rand.New(rand.NewPCG(11, 12)), 57, 1)
	m := measure(scores, 0, 57, measuring(10))
	for want, row := range map[string][]float64{
		"row 57 has 3 scores, expected 4":     {1, 2, 3},
		"row 57, column 2 is NaN, expected":   {1, 2, math.NaN(), 4},
		"row 57, column 0 is -Inf, expected ": {math.Inf(-1), 2, 3, 4},
	} {
		refusal.Check(t, m.Add(row), want, row)
	}
	agree(t, "after refusals", m, scores, measuring(10))
	for _, c := range [][2]int{{0, 1}, {-1, 1}, {1, 0}} {
		if _, err := NewMoments(c[0], measuring(c[1])); err == nil {
			t.Errorf("%d features in batches of %d: want an error", c[0], c[1])
		}
	}
}
