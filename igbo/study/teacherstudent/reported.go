package teacherstudent

import _ "embed"

// The committed result, of 20 seeds of the default settings, and how long it took.
var (
	//go:embed result.json
	committed []byte
	//go:embed timings.json
	timings []byte
)

// The committed ablation, of the default grid.
var (
	//go:embed ablation.json
	committedAblation []byte
	//go:embed ablationtimings.json
	ablationTimings []byte
)
