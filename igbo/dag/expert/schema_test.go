package expert

import (
	"fmt"
	"math"

	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"

	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

func compileSchema(t *testing.T, text []byte) *jsonschema.Schema {
	t.Helper()
	doc := must.Of(jsonschema.UnmarshalJSON(bytes.NewReader(text))).In(t)
	c := jsonschema.NewCompiler()
	must.Do(t, c.AddResource("schema.json", doc))
	return must.Of(c.Compile("schema.json")).In(t)
}

func asJSON(t *testing.T, text string) any {
	t.Helper()
	data := must.Of(yaml.YAMLToJSON([]byte(text))).In(t)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	return doc
}

// FuzzParseExpert checks that Parse does not panic or hang, and that Build returns valid and
// feasible graphs.
func FuzzParseExpert(f *testing.F) {
	f.Add([]byte(expertExample))
	f.Add([]byte(`{"edges": [{"u": "a", "v": "b"}]}`))
	f.Add([]byte("ranks:\n- [a, b]\n- &x [c]\n- *x\n"))
	f.Add([]byte("\ufeffscore: absolute\r\nedges:\r\n  - {u: a, v: b, epsilon: 1e-3, delta: .5}\r\n"))
	f.Add([]byte("bounds:\n  - {feature: a, min: -1e-05, max: 0x1}\nties: [[a, b]]\n"))
	f.Add([]byte("intervals: {source: polytope, width: 0.5}\nranks: [[a, b, c]]\nties: [[b, d]]\n"))
	f.Add([]byte("directions:\n  a: +\n  b: -\n  c: {d: -, e: 1}\n"))
	f.Add([]byte("--- a\n--- b\n"))
	f.Add([]byte("? ? - - [{[{"))
	for _, text := range wild(64) {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		began := time.Now()
		e, err := Parse("f.yaml", data)
		if took := time.Since(began); took > time.Minute {
			t.Errorf("%d bytes were read in %v", len(data), took)
		}
		if err != nil {
			refusal.OfFile(t, err, "expert: ")
			return
		}
		d, err := e.Build(DefaultOptions())
		if err != nil {
			refusal.OfFile(t, err, "expert: ")
			return
		}
		if err := d.Validate(); err != nil {
			t.Errorf("built an invalid graph: %v", err)
		}
		if err := Feasible(d, d.Report.Score); err != nil {
			t.Errorf("built a graph that no scores meet: %v", err)
		}
	})
}

func TestSchemas(t *testing.T) {
	expert, graph := compileSchema(t, Schema()), compileSchema(t, dag.Schema())
	if err := expert.Validate(asJSON(t, expertExample)); err != nil {
		t.Error(err)
	}
	e, _ := Parse("", []byte(expertExample))
	text := must.Of(e.YAML()).In(t)
	if err := expert.Validate(asJSON(t, string(text))); err != nil {
		t.Errorf("written file: %v\n%s", err, text)
	}
	d := must.Of(e.Build(DefaultOptions())).In(t)
	scores := mat.NewDense(96, 3, nil)
	rng := testRNG(41)
	scores.Apply(func(_, k int, _ float64) float64 { return 0.2 - 0.1*float64(k) + 0.1*rng.NormFloat64() }, scores)
	b := must.Of(dag.Build(scores, dag.DefaultOptions())).In(t)
	for _, d := range []*dag.DAG{d, b} {
		out := must.Of(d.MarshalJSON()).In(t)
		doc := must.Of(jsonschema.UnmarshalJSON(bytes.NewReader(out))).In(t)
		if err := graph.Validate(doc); err != nil {
			t.Error(err)
		}
	}
	bad, _ := jsonschema.UnmarshalJSON(strings.NewReader(`{"features": ["a"], "edges": [{"u": "a"}]}`))
	if graph.Validate(bad) == nil {
		t.Error("the schema lets an edge without v pass")
	}
}

func testRNG(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-12*(1+math.Abs(b)) }

// names returns x0, x1, …
func names(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("x%d", i)
	}
	return out
}

// ours reports whether an error comes from this package, or from dag, which checks the shared
// options.
func ours(err error) bool {
	return strings.HasPrefix(err.Error(), "expert: ") || strings.HasPrefix(err.Error(), "dag: ")
}
