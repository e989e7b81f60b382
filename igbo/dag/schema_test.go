package dag

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

func compileSchema(t *testing.T, text []byte) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func asJSON(t *testing.T, text string) any {
	t.Helper()
	data, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	return doc
}

func TestSchemas(t *testing.T) {
	expert, graph := compileSchema(t, ExpertSchema()), compileSchema(t, Schema())
	if err := expert.Validate(asJSON(t, expertExample)); err != nil {
		t.Error(err)
	}
	e, _ := ParseExpert("", []byte(expertExample))
	text, err := e.YAML()
	if err != nil {
		t.Fatal(err)
	}
	if err := expert.Validate(asJSON(t, string(text))); err != nil {
		t.Errorf("written file: %v\n%s", err, text)
	}
	d, err := e.Build(DefaultExpertOptions())
	if err != nil {
		t.Fatal(err)
	}
	opts := DefaultOptions()
	b, err := Build(normalScores(testRNG(41), 96, []float64{0.2, 0.1, 0}, 0.1, 0), opts)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []*DAG{d, b} {
		out, err := d.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(out))
		if err != nil {
			t.Fatal(err)
		}
		if err := graph.Validate(doc); err != nil {
			t.Error(err)
		}
	}
	bad, _ := jsonschema.UnmarshalJSON(strings.NewReader(`{"features": ["a"], "edges": [{"u": "a"}]}`))
	if graph.Validate(bad) == nil {
		t.Error("the schema lets an edge without v pass")
	}
}

// FuzzParseExpert: no panic, no endless reading, and what builds is a valid graph that some
// scores meet.
func FuzzParseExpert(f *testing.F) {
	f.Add([]byte(expertExample))
	f.Add([]byte(`{"edges": [{"u": "a", "v": "b"}]}`))
	f.Add([]byte("ranks:\n- [a, b]\n- &x [c]\n- *x\n"))
	f.Add([]byte("\ufeffscore: absolute\r\nedges:\r\n  - {u: a, v: b, epsilon: 1e-3, delta: .5}\r\n"))
	f.Add([]byte("bounds:\n  - {feature: a, min: -1e-05, max: 0x1}\nties: [[a, b]]\n"))
	f.Add([]byte("--- a\n--- b\n"))
	f.Add([]byte("? ? - - [{[{"))
	for _, text := range wild(64) {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		began := time.Now()
		e, err := ParseExpert("f.yaml", data)
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("%d bytes were read in %v", len(data), took)
		}
		if err != nil {
			if !strings.HasPrefix(err.Error(), "dag: ") {
				t.Errorf("error %v", err)
			}
			return
		}
		d, err := e.Build(DefaultExpertOptions())
		if err != nil {
			if !strings.HasPrefix(err.Error(), "dag: ") {
				t.Errorf("error %v", err)
			}
			return
		}
		if err := d.Validate(); err != nil {
			t.Errorf("built an invalid graph: %v", err)
		}
		if err := d.Feasible(d.Report.Score); err != nil {
			t.Errorf("built a graph that no scores meet: %v", err)
		}
	})
}
