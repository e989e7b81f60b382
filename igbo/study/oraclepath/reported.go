package oraclepath

import _ "embed"

// The committed result, of the default settings, and how long it took.
var (
	//go:embed result.json
	committed []byte
	//go:embed timings.json
	timings []byte
)
