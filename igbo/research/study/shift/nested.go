package shift

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// Pair is a method and its reference.
type Pair struct {
	At                Where
	Method, Reference string
}

// Nested is the interval of a pair by a bootstrap that draws tables and, within each table, draws. It is wider than that of
// [Result.Pooled] by the noise of the draws, which the means of the tables already contain.
type Nested struct {
	Pair  Pair    `json:"pair"`
	Level float64 `json:"level"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// nestedResamples is the number of resamples of each of these bootstraps; each resamples all draws.
const nestedResamples = 2000

// nest computes the intervals of all methods relative to ridge, and of the pairs with predictions, from the logarithms of
// errors by method and draw.
func (r *Result) nest(tables []tableLogs) {
	for _, at := range []Where{Abroad, Taught} {
		for _, name := range r.names(at) {
			if name != ridgeName {
				r.addNested(tables, Pair{at, name, ridgeName}, level)
			}
		}
	}
	for _, p := range slices.Concat(predictions(), again()) {
		if p.pair != (Pair{}) && !p.fresh && r.nested(p.pair, p.level()) == nil {
			r.addNested(tables, p.pair, p.level())
		}
	}
}

func (r *Result) addNested(tables []tableLogs, p Pair, level float64) {
	var ratios [][]float64
	for _, t := range tables {
		names, of := t.names, t.abroad
		if p.At == Taught {
			names, of = t.taughtNames, t.taught
		}
		method, over := slices.Index(names, p.Method), slices.Index(names, p.Reference)
		if method < 0 || over < 0 {
			return
		}
		ratios = append(ratios, floats.SubTo(make([]float64, len(of[method])), of[method], of[over]))
	}
	rng, drawn := rand.New(rand.NewPCG(2, uint64(len(ratios)))), make([]float64, nestedResamples)
	for i := range drawn {
		for range ratios {
			own := ratios[rng.IntN(len(ratios))]
			sum := 0.0
			for range own {
				sum += own[rng.IntN(len(own))]
			}
			drawn[i] += sum / float64(len(own)*len(ratios))
		}
	}
	slices.Sort(drawn)
	end := func(q float64) float64 { return rounded(math.Exp(stat.Quantile(q, stat.LinInterp, drawn, nil))) }
	r.Nested = append(r.Nested, Nested{p, level, end((1 - level) / 2), end((1 + level) / 2)})
}

// nested returns the interval of a pair; nil if there is none.
func (r *Result) nested(p Pair, level float64) *Nested {
	return study.First(r.Nested, func(n *Nested) bool { return n.Pair == p && n.Level == level })
}

// nestedField returns the interval of a pair as a field.
func (r *Result) nestedField(p Pair, level float64) tabulate.Field {
	n := r.nested(p, level)
	if n == nil {
		return tabulate.Missing(2)
	}
	return tabulate.Field{Shown: []string{fmt.Sprintf("[%.2f, %.2f]", n.Low, n.High)}, Full: []string{tabulate.Full(&n.Low), tabulate.Full(&n.High)}}
}
