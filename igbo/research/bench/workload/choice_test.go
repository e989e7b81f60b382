//go:build xla

package workload

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/bench/race"
)

// chosenWork is a size of the benchmark, its estimated cost, and realistic numbers of runs.
type chosenWork struct {
	name string
	make Maker
	work models.Work // cost of one run
	once models.Work // cost of the compilation
	runs []int
}

func chosenWorks() []chosenWork {
	wide := models.MLPSpec(models.MLPConfig{Hidden: []int{256, 256}, Activation: "relu"})
	step := func(name string, s StepSize, per int, runs ...int) chosenWork {
		w := s.Spec.Step(models.Shape{Batch: s.Batch, Steps: 1, Features: s.Features, Points: s.Points})
		run := w.Times(float64(per))
		run.Calls = 1
		return chosenWork{name, s.Driven(per), run, w, runs}
	}
	sequence := func(name string, s SequenceSize, gradient bool, make Maker, shape models.Shape, runs ...int) chosenWork {
		w := models.Spec{Kind: models.KindGRU, GRU: &models.GRUConfig{Hidden: s.Hidden}}.Attribution(shape, gradient)
		return chosenWork{name, make, w, w, runs}
	}
	shape := func(s SequenceSize) models.Shape {
		return models.Shape{Batch: s.Batch, Steps: s.Steps, Features: s.Features, Points: s.Points}
	}
	linear, mlp, gru := PaperStep(), StepSize{Spec: wide, Features: 10, Batch: 512, Points: 32, Edges: 30}, GRUSize()
	teacher := StepSize{Spec: models.MLPSpec(models.DefaultMLPConfig()), Features: 10, Batch: 32, Points: 20, Edges: 30}
	short, last := gru, shape(gru)
	short.Steps = 16
	last.Features = 1 // one reverse pass only
	ig := wide.Attribution(models.Shape{Batch: mlp.Batch, Steps: 1, Features: 10, Points: mlp.Points}, false)
	return []chosenWork{
		step("step", linear, 1, 100, 3000, 1_000_000),
		step("steps-300", linear, 300, 10, 3000),
		step("step of the small MLP", teacher, 1, 100, 3000, 100_000),
		step("mlp", mlp, 1, 1, 100, 3000),
		sequence("gru-16", short, true, short.Make, shape(short), 1, 100, 3000),
		sequence("gru", gru, true, gru.Make, shape(gru), 1, 100, 3000),
		{"ig-mlp", Attributed{mlp}.Make, ig, ig, []int{1, 100, 3000}},
		sequence("ig-gru", gru, false, LastStep{gru}.Make, last, 1, 100, 3000),
	}
}

// timesOf returns the seconds of the first run and of a later run.
func timesOf(ctx context.Context, engine compute.Backend, w chosenWork) (first, run float64, err error) {
	c, _, err := w.make(ctx, engine)
	if err != nil {
		return 0, 0, err
	}
	defer c.Close()
	n, err := race.Repetitions(ctx, c, 300*time.Millisecond)
	if err != nil {
		return 0, 0, err
	}
	run = math.Inf(1)
	for range 3 {
		took, err := c.Run(ctx, n)
		if err != nil {
			return 0, 0, err
		}
		run = min(run, took.Wall.Seconds()/float64(n))
	}
	return c.Ready().First.Wall.Seconds(), run, nil
}

// BenchmarkChoice measures the sizes of the benchmark on the embedded backend and on XLA, and counts how often
// backend.Cost.Faster names the faster one, including compilation. Both count as right if their times differ by less than a
// tenth. Run it with -tags xla -benchtime 1x.
//
// A run on two busy cores without SIMD, which is several times slower than an idle machine. One of 23 sizes is wrong, the second
// one of steps-300:
//
//	work                       runs   embedded        XLA
//	step                        100     0.024 s     4.98 s
//	step                       3000     0.382 s     5.89 s
//	step                    1000000       123 s      319 s
//	steps-300                    10     0.225 s     7.83 s
//	steps-300                  3000      35.1 s     51.7 s
//	step of the small MLP      3000      11.6 s     19.7 s
//	step of the small MLP    100000       386 s      158 s
//	mlp                           1      12.3 s     28.8 s
//	mlp                         100       860 s      114 s
//	gru-16                        1      2.67 s     33.3 s
//	gru-16                      100      69.2 s     45.1 s
//	ig-gru                        1      1.14 s     5.04 s
//	ig-gru                      100      13.6 s      7.2 s
func BenchmarkChoice(b *testing.B) {
	xla, _, err := backend.Select("xla:cpu")
	if err != nil {
		b.Skip("needs XLA on the CPU:", err)
	}
	embedded, _, err := backend.Select("go")
	if err != nil {
		b.Fatal(err)
	}
	for range b.N {
		right, all := 0, 0
		// This goes to standard output, because the log of a benchmark is cut after ten lines.
		fmt.Printf("%-24s %8s %12s %12s %12s %12s %s\n", "work", "runs", "embedded", "XLA", "est. emb.", "est. XLA", "choice")
		for _, w := range chosenWorks() {
			firstGo, runGo, err := timesOf(b.Context(), embedded, w)
			if err != nil {
				b.Fatal(err)
			}
			firstXLA, runXLA, err := timesOf(b.Context(), xla, w)
			if err != nil {
				b.Fatal(err)
			}
			for _, n := range w.runs {
				total := w.work.Times(float64(n))
				total.Graphs, total.Compiled = w.once.Graphs, w.once.Compiled
				name, estimateGo, estimateXLA := backend.Cost(total).Faster()
				timeGo, timeXLA := firstGo+float64(n-1)*runGo, firstXLA+float64(n-1)*runXLA
				verdict := name + " wrong"
				if best := min(timeGo, timeXLA); name == "go" && timeGo <= 1.1*best || name == "xla" && timeXLA <= 1.1*best {
					right, verdict = right+1, name
				}
				all++
				fmt.Printf("%-24s %8d %10.3g s %10.3g s %10.3g s %10.3g s %s\n", w.name, n, timeGo, timeXLA, estimateGo.Seconds(), estimateXLA.Seconds(), verdict)
			}
		}
		b.ReportMetric(float64(right)/float64(all), "right")
	}
}
