package dag

import (
	_ "embed"
	"slices"
)

//go:embed expert.schema.json
var expertSchema []byte

//go:embed dag.schema.json
var dagSchema []byte

// ExpertSchema returns the JSON Schema of expert files.
func ExpertSchema() []byte { return slices.Clone(expertSchema) }

// Schema returns the JSON Schema of the graph that MarshalJSON writes.
func Schema() []byte { return slices.Clone(dagSchema) }
