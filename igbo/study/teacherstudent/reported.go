package teacherstudent

import _ "embed"

// The committed results, of the experiment with 20 seeds and of its ablation with 5, and how
// long they took.
var (
	//go:embed result.json
	committed []byte
	//go:embed timings.json
	timings []byte
	//go:embed ablation.json
	committedAblation []byte
	//go:embed ablationtimings.json
	ablationTimings []byte
)
