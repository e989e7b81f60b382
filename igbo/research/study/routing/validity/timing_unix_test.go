//go:build unix

package validity

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/processor"
	"github.com/igbolab/igbolab/igbo/oracle"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
)

// Flags that measure the times of the committed result again. `igbo study run routing` does not measure them.
//
//	go test ./igbo/research/study/routing/validity -run TestTiming -timeout 2h -args -timing
var (
	timing        = flag.Bool("timing", false, "measure the times of result.json again")
	distributions = flag.String("laws", "", "the laws that are timed")
)

// Measure times a distribution: the trainings of the seeds from Seed0 on, and rounds of attributions by the first of them.
// clock returns the time to use, such as the CPU time.
func Measure(ctx context.Context, backend compute.Backend, c Config, distribution string, rounds int, clock func() time.Duration) (DistributionTiming, error) {
	c.Distributions = []string{distribution}
	if err := c.Validate(); err != nil {
		return DistributionTiming{}, err
	}
	if rounds < 1 || clock == nil || ctx == nil || backend == nil {
		return DistributionTiming{}, fmt.Errorf("routing: %d rounds, want at least 1, a clock, a context and a backend", rounds)
	}
	found, w := DistributionTiming{Distribution: distribution}, &workflow.Work{Backend: backend}
	var seconds []float64
	for i := range c.Seeds {
		seed := c.Seed0 + int64(i)
		p, err := newProblem(c, distribution, seed)
		if err != nil {
			return found, err
		}
		start, judge, cfg := clock(), c.assessor(p.steps), c.oracle(p.steps)
		judge.Seed, cfg.Seed = seed, seed
		o, err := training.Oracle(ctx, w, judge, cfg, p.train, "", 0)
		if err != nil {
			return found, err
		}
		if seconds = append(seconds, (clock() - start).Seconds()); i > 0 {
			continue
		}
		if found.Ratio, err = c.ratio(ctx, w, p, o, distribution, rounds, clock); err != nil {
			return found, err
		}
	}
	found.Training = study.NewEstimate(seconds, c.Level)
	return found, nil
}

// ratio times attributions along both paths in alternating rounds.
func (c Config) ratio(ctx context.Context, w *workflow.Work, p *problem, o *oracle.Oracle, distribution string, rounds int, clock func() time.Duration) (study.Estimate, error) {
	path, err := o.Path(c.Anchors)
	if err != nil {
		return study.Estimate{}, err
	}
	one := c
	one.Networks, one.Elsewhere = 1, 1
	n, err := trainNetworks(ctx, w, one, p, distribution, c.Seed0)
	if err != nil {
		return study.Estimate{}, err
	}
	defer n.close()
	var execs []*model.Exec
	for _, along := range []attribution.Path{attribution.Straight{}, path} {
		exec, err := n.series(along, c.Coarse)
		if err != nil {
			return study.Estimate{}, fmt.Errorf("routing: %w", err)
		}
		defer exec.Finalize()
		execs = append(execs, exec)
	}
	var ratios []float64
	for round := range rounds + 1 {
		var took [2]float64
		for j, exec := range execs {
			start := clock()
			if err := p.each(c.Pairs, exec); err != nil {
				return study.Estimate{}, err
			}
			took[j] = (clock() - start).Seconds()
		}
		if round > 0 { // the first round compiles
			ratios = append(ratios, took[1]/took[0])
		}
	}
	return study.NewEstimate(ratios, c.Level), nil
}

// repeats is the number of repetitions of attributions in a round.
const repeats = 20

// each attributes all pairs several times.
func (p *problem) each(pairs int, exec *model.Exec) error {
	for range repeats {
		if _, err := inRows(pairs, 2*p.width(), joined(p.width(), p.fresh, p.baselines[0], nil), exec.Call1); err != nil {
			return err
		}
	}
	return nil
}

// series returns TIG of the last output for pairs with x and baseline side by side, along a path for series [B,T,D].
func (n *networks) series(along attribution.Path, points int) (*model.Exec, error) {
	cfg := attribution.DefaultConfig()
	cfg.Points, cfg.Path = points, along
	t, d := n.of.steps, len(n.of.features)
	return model.NewExec(n.backend, n.store, func(scope *model.Scope, in *Node) *Node {
		end := func(i int) *Node {
			return Reshape(Slice(in, AxisRange(), AxisRange(), AxisRange(i*t*d, (i+1)*t*d)), in.Shape().Dim(0), t, d)
		}
		cfg.Baselines = []attribution.Baseline{{Name: "pair", PerSample: func(*Node) *Node { return end(1) }}}
		return attribution.Cumulative(scope.At("model"), func(scope *model.Scope, x *Node) *Node { return n.f(scope, x, nil) }, end(0), cfg)
	})
}

// TestTiming measures the times of result.json if the flag is set.
func TestTiming(t *testing.T) {
	if !*timing {
		t.Skip("measured with -timing alone: it takes long")
	}
	const committed = "../result.json"
	var whole, answer map[string]json.RawMessage
	must.Do(t, json.Unmarshal(must.Of(os.ReadFile(committed)).In(t), &whole))
	must.Do(t, json.Unmarshal(whole["validity"], &answer))
	c := DefaultConfig()
	c.Seeds = 2
	if *distributions != "" {
		c.Distributions = strings.Split(*distributions, ",")
	}
	times := &Timing{How: fmt.Sprintf("Times are processor seconds of all cores together (%d cores, %s/%s, embedded backend, a machine with other work): %d trainings, and %d rounds of attributions along both paths in turns.",
		runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, c.Seeds, 10)}
	for _, distribution := range c.Distributions {
		if datasets.FindDistribution(distribution) == nil {
			continue
		}
		found := must.Of(Measure(t.Context(), backendtest.Open(t), c, distribution, 10, processor.Time)).In(t)
		times.Distributions = append(times.Distributions, found)
	}
	answer["timing"] = must.Of(json.Marshal(times)).In(t)
	whole["validity"] = must.Of(json.Marshal(answer)).In(t)
	must.Do(t, os.WriteFile(committed, append(must.Of(json.Marshal(whole)).In(t), '\n'), 0o666))
}

// TestMeasure checks that a distribution is timed with the given clock.
func TestMeasure(t *testing.T) {
	c := few()
	c.Seeds = 1
	ticks := time.Duration(0)
	clock := func() time.Duration { ticks += time.Second; return ticks }
	found := must.Of(Measure(t.Context(), backendtest.Open(t), c, "ring", 2, clock)).In(t)
	if found.Ratio.Mean != 1 || found.Training.Mean != 1 {
		t.Errorf("a ratio of %g and %g seconds by a clock of one tick a look, want 1", found.Ratio.Mean, found.Training.Mean)
	}
	for _, bad := range []func() error{
		func() error { _, err := Measure(t.Context(), nil, c, "ring", 2, clock); return err },
		func() error { _, err := Measure(t.Context(), backendtest.Open(t), c, "ring", 0, clock); return err },
		func() error { _, err := Measure(t.Context(), backendtest.Open(t), c, "spiral", 1, clock); return err },
		func() error {
			_, err := Measure(t.Context(), backendtest.Open(t), Config{}, "ring", 1, clock)
			return err
		},
	} {
		if bad() == nil {
			t.Error("nonsense is measured")
		}
	}
}
