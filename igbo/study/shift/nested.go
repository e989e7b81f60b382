package shift

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/study"
)

// Pair is a method beside another.
type Pair struct {
	At                Where
	Method, Reference string
}

// Nested is a pair's interval of a bootstrap that draws tables and, within each that is drawn, draws. It is wider than [Result.Pooled]'s by the
// draws' own noise, which the tables' means hold already.
type Nested struct {
	Pair  Pair    `json:"pair"`
	Level float64 `json:"level"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// nestedResamples are those of each of these bootstraps, of which every one draws all draws.
const nestedResamples = 2000

// nest finds the intervals of all methods over ridge, and of the pairs that something was predicted of, from the logarithms of errors by draw and method.
func (r *Result) nest(tables [][]part) {
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

func (r *Result) addNested(tables [][]part, p Pair, level float64) {
	var ratios [][]float64
	for _, draws := range tables {
		names, errors := draws[0].Names, func(d part) []float64 { return d.Abroad }
		if p.At == Taught {
			names, errors = draws[0].Taught, func(d part) []float64 { return d.TaughtError }
		}
		of, over := slices.Index(names, p.Method), slices.Index(names, p.Reference)
		if of < 0 || over < 0 {
			return
		}
		ratios = append(ratios, study.Each(draws, func(d part) float64 { return errors(d)[of] - errors(d)[over] }))
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

// nested is the interval of a pair; nil where there is none.
func (r *Result) nested(p Pair, level float64) *Nested {
	return study.First(r.Nested, func(n *Nested) bool { return n.Pair == p && n.Level == level })
}

// nestedField shows it.
func (r *Result) nestedField(p Pair, level float64) study.Field {
	n := r.nested(p, level)
	if n == nil {
		return study.Missing(2)
	}
	return study.Field{Shown: []string{fmt.Sprintf("[%.2f, %.2f]", n.Low, n.High)}, Full: []string{study.Full(&n.Low), study.Full(&n.High)}}
}
