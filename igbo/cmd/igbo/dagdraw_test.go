package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestDAGDrawingStops checks that `igbo dag --svg` ends soon after an interrupt, also during the layout of a large graph, and then leaves
// no figure.
func TestDAGDrawingStops(t *testing.T) {
	scores := filepath.Join(t.TempDir(), "scores.csv")
	must.Do(t, os.WriteFile(scores, []byte(descendingScores(70, 64)), 0o644))
	for _, after := range []time.Duration{20 * time.Millisecond, 100 * time.Millisecond, 300 * time.Millisecond, 900 * time.Millisecond} {
		svg := filepath.Join(t.TempDir(), "dag.svg")
		ctx, cancel := context.WithTimeout(t.Context(), after)
		cmd := newRootCommand()
		cmd.SetOut(io.Discard)
		cmd.SetErr(io.Discard)
		cmd.SetArgs([]string{"dag", scores, "--batch", "8", "--form", "closure", "--svg", svg})
		start := time.Now()
		err := cmd.ExecuteContext(ctx)
		cancel()
		if late := time.Since(start) - after; late > soonEnough {
			t.Errorf("after %v: the command ended %v late, with %v", after, late, err)
		}
		switch _, missing := os.Stat(svg); {
		case err == nil && missing != nil:
			t.Errorf("after %v: the command ended well and left no figure", after)
		case err != nil && !errors.Is(err, context.DeadlineExceeded):
			t.Errorf("after %v: error %v, expected that of the context", after, err)
		case err != nil && missing == nil:
			t.Errorf("after %v: the interrupted command left a figure", after)
		}
	}
}

// descendingScores returns scores of features that are each more important than all later ones.
func descendingScores(features, rows int) string {
	r := rand.New(rand.NewPCG(1, 2))
	var csv strings.Builder
	for row := range rows + 1 {
		for f := range features {
			if f > 0 {
				csv.WriteByte(',')
			}
			if row == 0 {
				fmt.Fprintf(&csv, "f%d", f)
				continue
			}
			fmt.Fprintf(&csv, "%g", 0.9-0.01*float64(f)+0.001*r.Float64())
		}
		csv.WriteByte('\n')
	}
	return csv.String()
}

// TestDAGGivesUpWhileDrawing checks that an interrupt ends the command at any step.
func TestDAGGivesUpWhileDrawing(t *testing.T) {
	workplace(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	root := newRootCommand()
	root.SetIn(blocked{})
	root.SetArgs([]string{"dag", "-", "--svg", "new.svg"})
	if err := cli.Execute(ctx, root); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the interrupt", err)
	}
	if _, err := os.Stat("new.svg"); err == nil {
		t.Error("a figure was written")
	}
}

// blocked never returns.
type blocked struct{}

func (blocked) Read([]byte) (int, error) { select {} }
