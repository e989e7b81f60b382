package teacherstudent

import (
	_ "embed"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/study"
)

// The committed result of the absolute score, and how long it took.
var (
	//go:embed absolute.json
	committedAbsolute []byte
	//go:embed absolutetimings.json
	absoluteTimings []byte
)

// AbsoluteConfig returns the paper's experiment with absolute scores, which a student
// can be steered by, and 20 seeds.
func AbsoluteConfig() Config {
	c := DefaultConfig()
	c.Attribution.Score, c.Seeds = attribution.Absolute, 20
	return c
}

// AbsoluteDefinition is the study by its name.
func AbsoluteDefinition() study.Definition {
	return study.Define(study.Definition{
		Name: "teacher-student-absolute", Seeds: "seeds", NeedsBackend: true,
		Question:  "What does the teacher's order cost or bring where scores are absolute, so that a student can follow it?",
		Committed: committedAbsolute, Timings: absoluteTimings,
	}, AbsoluteConfig)
}
