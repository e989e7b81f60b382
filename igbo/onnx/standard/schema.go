package standard

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"sync"

	"github.com/gomlx/compute-onnx/support/protos"
)

// schemaText holds the operator schemas that testdata/schema.py of package onnx extracts from the standard.
//
//go:embed schema.json
var schemaText []byte

// A version is the schema of an operation since one opset.
type version struct {
	Op, Domain string
	Since      int64
	Inputs     int // minimum number
	Outputs    int
	Attributes map[string]json.RawMessage
}

// A fallback is the default value of an attribute.
type fallback struct {
	I       *int64
	F       *float32
	S       *string
	Ints    []int64
	Floats  []float32
	Strings []string
}

// schemas maps each operation to its schemas, oldest first.
var schemas = sync.OnceValue(func() map[string][]version {
	var rows []version
	if err := json.Unmarshal(schemaText, &rows); err != nil {
		panic(err)
	}
	all := map[string][]version{}
	for _, v := range rows {
		key := strings.TrimPrefix(v.Domain+"."+v.Op, ".")
		all[key] = append(all[key], v)
	}
	return all
})

// Fill sets missing attributes to the standard's defaults. It returns an error for unknown attributes and for
// missing required attributes, inputs or outputs.
func Fill(n *protos.NodeProto, opsets map[string]int64) error {
	schema, err := schemaOf(n, opsets)
	if err != nil {
		return err
	}
	if len(n.Input) < schema.Inputs || len(n.Output) < schema.Outputs {
		return Refuse(n, "has %d inputs and %d outputs, want at least %d and %d (the file is damaged)", len(n.Input), len(n.Output), schema.Inputs, schema.Outputs)
	}
	have := map[string]bool{}
	for _, a := range n.Attribute {
		if _, known := schema.Attributes[a.Name]; !known {
			return Refuse(n, "has the attribute %q, which does not exist in opset %d; the file is damaged or has another version", a.Name, opsets[domainOf(n)])
		}
		have[a.Name] = true
	}
	for name, text := range schema.Attributes {
		switch {
		case have[name] || string(text) == "null":
		case string(text) == "true":
			return Refuse(n, "has no attribute %q; the file is damaged", name)
		default:
			n.Attribute = append(n.Attribute, defaulted(name, text))
		}
	}
	return nil
}

// schemaOf returns the schema of an operation in the file's opset.
func schemaOf(n *protos.NodeProto, opsets map[string]int64) (v version, err error) {
	at, named := opsets[domainOf(n)]
	if !named {
		return v, Refuse(n, "has an unknown version, because the file has no opset for its domain; the file is damaged")
	}
	if v = schemaAt(n, at); v.Op == "" {
		return v, Refuse(n, NotBuilt)
	}
	return v, nil
}

// schemaAt returns the schema of an operation in an opset, or the zero value if it did not exist yet.
func schemaAt(n *protos.NodeProto, at int64) (v version) {
	for _, s := range schemas()[Name(n)] {
		if s.Since <= at {
			v = s
		}
	}
	return v
}

// newest returns the newest known opset of each domain.
var newest = sync.OnceValue(func() map[string]int64 {
	versions := map[string]int64{}
	for _, all := range schemas() {
		for _, v := range all {
			domain := domainOf(&protos.NodeProto{Domain: v.Domain})
			versions[domain] = max(versions[domain], v.Since)
		}
	}
	return versions
})

// CheckOpsets returns an error if a model uses an opset that does not exist or is newer than the known schemas.
// It ignores unknown domains.
func CheckOpsets(p *protos.ModelProto, oldest int64) error {
	for _, o := range p.OpsetImport {
		domain := domainOf(&protos.NodeProto{Domain: o.Domain})
		most, known := newest()[domain]
		if !known || o.Version >= 1 && o.Version <= most {
			continue
		}
		if domain == "" {
			return fmt.Errorf("it uses opset %d, want %d to %d (export it with opset_version=%d)", o.Version, oldest, most, most)
		}
		return fmt.Errorf("its opset of domain %s is %d, want 1 to %d (export it with an older opset)", domain, o.Version, most)
	}
	return nil
}

// Version returns the model's opset if n is one of ONNX's own operations. For other domains it returns the
// maximum int64.
func Version(n *protos.NodeProto, p *protos.ModelProto) int64 {
	if at, named := Opsets(p)[""]; named && domainOf(n) == "" {
		return at
	}
	return math.MaxInt64
}

// Changed reports whether the schema of an operation differs between two opsets.
func Changed(n *protos.NodeProto, from, to int64) bool {
	return schemaAt(n, from).Since != schemaAt(n, to).Since
}

func defaulted(name string, text json.RawMessage) *protos.AttributeProto {
	var d fallback
	if err := json.Unmarshal(text, &d); err != nil {
		panic(err)
	}
	a := &protos.AttributeProto{Name: name}
	switch {
	case d.I != nil:
		a.Type, a.I = protos.AttributeProto_INT, *d.I
	case d.F != nil:
		a.Type, a.F = protos.AttributeProto_FLOAT, *d.F
	case d.S != nil:
		a.Type, a.S = protos.AttributeProto_STRING, []byte(*d.S)
	case d.Ints != nil:
		a.Type, a.Ints = protos.AttributeProto_INTS, d.Ints
	case d.Floats != nil:
		a.Type, a.Floats = protos.AttributeProto_FLOATS, d.Floats
	default:
		a.Type = protos.AttributeProto_STRINGS
		for _, s := range d.Strings {
			a.Strings = append(a.Strings, []byte(s))
		}
	}
	return a
}
