package pairwise

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

func TestReadComparisons(t *testing.T) {
	got, err := Read("c.csv", strings.NewReader("\ufeffwinner,loser,weight,tie\na,b,,\n b , \"c, d\",2.5,true\n"))
	want := []Comparison{{"a", "b", 1, false}, {"b", "c, d", 2.5, true}}
	if err != nil || len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("got %+v, %v", got, err)
	}
	for text, want := range map[string]string{
		"":                                       "c.csv:1: the file is empty",
		"a,b\n":                                  `c.csv:1:1: column "a" must be "winner"`,
		"winner\n":                               "got 1 columns, want the header winner,loser,weight,tie",
		"winner,loser\na,a\n":                    `c.csv:2: "a" is compared with itself`,
		"winner,loser\na,b\nc\n":                 "c.csv:3: the row has 1 fields, want 2",
		"winner,loser,weight\na,b,x\n":           `c.csv:2:5: got weight "x"`,
		"winner,loser,weight\na,b,0\n":           `c.csv:2:5: got weight "0"`,
		"winner,loser\n,b\n":                     "c.csv:2:1: the name is empty",
		"winner,loser,weight,tie\na,b,1,maybe\n": `c.csv:2:7: got tie "maybe"`,
		"winner,loser\na,\"b\n":                  "c.csv:",
	} {
		_, err := Read("c.csv", strings.NewReader(text))
		refusal.Check(t, err, want, text)
	}
}

// TestExtremeComparisons checks that extreme weights give finite strengths or an error.
func TestExtremeComparisons(t *testing.T) {
	weights := []float64{math.NaN(), math.Inf(1), math.MaxFloat64, 1e151, 1e150, 1e100, 1, 1e-100, 1e-300, math.SmallestNonzeroFloat64, 0, -1}
	for _, x := range weights {
		for _, y := range weights {
			for _, prior := range []float64{0, 0.5, x} {
				opts := DefaultOptions()
				opts.Prior, opts.MaxIterations = prior, 2000
				s, err := BradleyTerry([]Comparison{{Winner: "a", Loser: "b", Weight: x}, {Winner: "b", Loser: "a", Weight: y}, {Winner: "c", Loser: "a", Weight: 1, Tie: true}}, opts)
				if err == nil {
					var d *dag.DAG
					if d, err = s.DAG(opts); err == nil {
						err = d.Validate()
						if !finite(s.Beta) || !finite(s.StdErr) || !finite(s.Share) {
							t.Errorf("weights %g, %g, prior %g: got %+v", x, y, prior, s)
						}
					}
					if err != nil {
						t.Errorf("weights %g, %g, prior %g: %v", x, y, prior, err)
					}
				} else if !strings.HasPrefix(err.Error(), "pairwise: ") {
					t.Errorf("weights %g, %g, prior %g: %v", x, y, prior, err)
				}
			}
		}
	}
	for _, change := range []func(*Options){
		func(o *Options) { o.Prior = math.NaN() }, func(o *Options) { o.Prior = math.Inf(1) },
		func(o *Options) { o.Tolerance = math.NaN() }, func(o *Options) { o.Tolerance = math.Inf(1) },
		func(o *Options) { o.MaxIterations = math.MaxInt }, func(o *Options) { o.R = math.Inf(1) },
	} {
		o := DefaultOptions()
		change(&o)
		if _, err := BradleyTerry(baseball(), o); err == nil {
			t.Errorf("%+v: want an error", o)
		}
	}
}

func FuzzReadComparisons(f *testing.F) {
	for _, text := range []string{"winner,loser\na,b\nb,a\n", "winner,loser,weight,tie\na,b,1e-3,true\n", "\ufeffwinner,loser\r\na,b\r\n", "winner,loser\na,a\n", "winner,loser,weight\na,b,1e308\nb,a,1e-308\n"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := Read("c.csv", strings.NewReader(string(data)))
		if err == nil {
			opts := DefaultOptions()
			opts.Prior, opts.MaxIterations = 0.5, 200
			var s *Strengths
			if s, err = BradleyTerry(list, opts); err == nil {
				var d *dag.DAG
				if d, err = s.DAG(opts); err == nil && d.Validate() != nil {
					t.Error(d.Validate())
				}
			}
		}
		if err != nil {
			refusal.OfFile(t, err, "pairwise: ")
		}
	})
}

func BenchmarkBradleyTerry(b *testing.B) {
	for _, n := range []int{20, 500} {
		rng := rand.New(rand.NewPCG(73, 1))
		var cs []Comparison
		for range 40 * n {
			u, v := rng.IntN(n), rng.IntN(n)
			if u != v {
				cs = append(cs, Comparison{Winner: fmt.Sprint(u), Loser: fmt.Sprint(v), Weight: 1})
			}
		}
		b.Run(fmt.Sprintf("D=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			opts := DefaultOptions()
			for b.Loop() {
				s := must.Of(BradleyTerry(cs, opts)).In(b)
				must.Of(s.DAG(opts)).In(b)
			}
		})
	}
}
