package bench

import (
	"strconv"
	"strings"
	"testing"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/models"
)

// tiny is a size at which every study takes a moment.
func tiny() sequenceSize {
	return sequenceSize{hidden: 3, batch: 2, steps: 3, features: 2, points: 4}
}

// TestStudyLines measures one line of each study at a tiny size: the columns of
// its header, with times that are there.
func TestStudyLines(t *testing.T) {
	ctx, engine, s := t.Context(), backendtest.Open(t), tiny()
	grow := axis{"M", []int{2, 4}, func(s *sequenceSize, n int) { s.points = n }}
	line, err := grow.line(ctx, engine, s.model(), s, true)
	if err != nil || len(line) != 6 || line[0] != "[2 4]" || !strings.Contains(line[1], ", ") || line[4] != "≤ 1.1" || line[5] != "met" && line[5] != "missed" {
		t.Errorf("scaling: %q, %v", line, err)
	}
	for _, work := range []string{onlyScores, withGradient, recomputed} {
		line, err := chunkLine(ctx, engine, Embedded, s, 0.5, work)
		if err != nil || len(line) != 6 || line[0] != work || line[2] != "2" || !strings.HasSuffix(line[3], " MB") || line[4] == "" {
			t.Errorf("memory of %s: %q, %v", work, line, err)
		}
	}
	line, err = ruleLine(ctx, engine, s.model(), s, 3, attribution.GaussLegendre)
	if err != nil || len(line) != 4 {
		t.Fatalf("accuracy: %q, %v", line, err)
	}
	if needed, err := strconv.Atoi(line[0]); err != nil || needed > 8 || line[3] == "" {
		t.Errorf("accuracy: %q, expected at most 8 points of Gauss and Legendre's rule on a smooth model, and a time", line)
	}
}

// TestReplicas: two trainings side by side take as many steps as one does.
func TestReplicas(t *testing.T) {
	small := stepSize{spec: models.LinearSpec(), features: 3, batch: 4, points: 2, edges: 2}
	for n, per := range map[int]int{1: 2, 2: 1} {
		c, _, err := small.sideBySide(n)(t.Context(), backendtest.Open(t), DefaultConfig())
		if err != nil {
			t.Fatal(err)
		}
		if took, err := c.Run(t.Context(), 3); err != nil || took.Wall <= 0 || c.(*replicas).per != per {
			t.Errorf("%d trainings: %+v, %v, want a time of 6 steps", n, took, err)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
}

// bound is a backend that says whether it is XLA's on a CPU.
type bound struct {
	compute.Backend
	cpu bool
}

func (b bound) IsCPU() bool { return b.cpu }

// TestUnboundIsSaid: only XLA on a CPU with more cores than threads is.
func TestUnboundIsSaid(t *testing.T) {
	embedded := backendtest.Open(t)
	for _, c := range []struct {
		engine         compute.Backend
		cores, threads int
		want           bool
	}{{bound{embedded, true}, 16, 2, true}, {bound{embedded, true}, 2, 2, false}, {bound{embedded, false}, 16, 2, false}} {
		if got := unbound(c.engine, c.cores, c.threads); got != c.want {
			t.Errorf("%d cores, %d threads: unbound %t, want %t", c.cores, c.threads, got, c.want)
		}
		said := strings.Contains(strings.Join(Machine{Cores: c.cores, Threads: c.threads, Unbound: c.want}.Lines(), "\n"), "taskset -c 0-1")
		if said != c.want {
			t.Errorf("%d cores, %d threads: said %t, want %t", c.cores, c.threads, said, c.want)
		}
	}
}
