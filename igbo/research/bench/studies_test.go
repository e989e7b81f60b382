package bench

import (
	"strconv"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/research/bench/outcome"
	"github.com/igbolab/igbolab/igbo/research/bench/workload"
)

// tiny returns a size at which every study takes a moment.
func tiny() workload.SequenceSize {
	return workload.SequenceSize{Hidden: 3, Batch: 2, Steps: 3, Features: 2, Points: 4}
}

// TestStudyLines checks one line of each study at a tiny size: it has the columns of the header, and times.
func TestStudyLines(t *testing.T) {
	ctx, engine, s := t.Context(), backendtest.Open(t), tiny()
	grow := axis{"M", []int{2, 4}, func(s *workload.SequenceSize, n int) { s.Points = n }}
	line, err := grow.line(ctx, engine, s.Model(), s, true)
	if err != nil || len(line) != 7 || line[0] != "[2 4]" || !strings.Contains(line[1], ", ") || line[4] == "" || line[5] != "0.9 to 1.1" || line[6] != "met" && line[6] != "missed" {
		t.Errorf("scaling: %q, %v", line, err)
	}
	for _, work := range []string{onlyScores, withGradient, recomputed} {
		line, err := chunkLine(ctx, engine, outcome.Embedded, s, 0.5, work)
		if err != nil || len(line) != 6 || line[0] != work || line[2] != "2" || !strings.HasSuffix(line[3], " MB") || line[4] == "" {
			t.Errorf("memory of %s: %q, %v", work, line, err)
		}
	}
	line, err = ruleLine(ctx, engine, s.Model(), s, 3, attribution.GaussLegendre)
	if err != nil || len(line) != 4 {
		t.Fatalf("accuracy: %q, %v", line, err)
	}
	if needed, err := strconv.Atoi(line[0]); err != nil || needed > 8 || line[3] == "" {
		t.Errorf("accuracy: %q, want at most 8 points of Gauss and Legendre's rule on a smooth model, and a time", line)
	}
}
