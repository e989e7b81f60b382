package bench

import (
	"context"
	"fmt"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/bench/outcome"
	"github.com/igbolab/igbolab/igbo/research/bench/workload"
)

// accurate is the required mean completeness gap.
const accurate = 1e-3

// accuracy finds the number of points that each quadrature rule needs.
func accuracy(ctx context.Context, engine compute.Backend, cfg Config) (*outcome.Study, error) {
	wide := models.DefaultMLPConfig()
	wide.Hidden = []int{256, 256}
	result := &outcome.Study{Header: []string{"model", "rule", "M", "gap", fmt.Sprintf("gap at M = %d", usual), "time of h at M"}}
	for _, m := range []struct {
		name string
		f    attribution.Model
		size workload.SequenceSize
		by   float64
	}{
		{"MLP 10-256-256-1", models.MLP(wide), workload.SequenceSize{Batch: 64, Steps: 1, Features: 10}, 1},
		{"GRU(32), T = 32, D = 8", models.GRU(models.DefaultGRUConfig()), workload.SequenceSize{Hidden: 32, Batch: 8, Steps: 32, Features: 8}, 3},
	} {
		for _, rule := range attribution.Rules() {
			cfg.logf("  %s, %s", m.name, rule)
			line, err := ruleLine(ctx, engine, m.f, m.size, m.by, rule)
			if err != nil {
				return result, err
			}
			result.Rows = append(result.Rows, append([]string{m.name, string(rule)}, line...))
		}
	}
	result.Findings = []string{
		"The weights are random; those of the GRU are multiplied by three, because it is nearly linear otherwise. The inputs are standard normal, and gaps are means over samples and steps. M is the smallest of the numbers " +
			sizes(tried) + " such that it and all larger ones meet the gap.",
	}
	return result, nil
}

// usual is the paper's number of points.
var usual = attribution.DefaultConfig().Points

var tried = []int{2, 3, 4, 6, 8, 12, 16, 20, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024}

// ruleLine searches for M, starting with a large one, and times h there.
func ruleLine(ctx context.Context, engine compute.Backend, f attribution.Model, s workload.SequenceSize, by float64, rule attribution.Rule) ([]string, error) {
	store, err := workload.Draw(engine, f, workload.Seed, s.Batch, s.Steps, s.Features)
	if err != nil {
		return nil, err
	}
	if err := scaleWeights(store, by); err != nil {
		return nil, err
	}
	cfg := attribution.DefaultConfig()
	cfg.Quadrature, cfg.Chunk = rule, 256
	gap := func(points int) (float64, error) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		cfg.Points = points
		c, err := workload.NewCall(engine, store, func(scope *model.Scope, x *Node) *Node {
			return ReduceAllMean(attribution.Gap(scope.At("model"), f, x, cfg))
		}, []string{"gap"}, workload.Normal(4, s.Batch, s.Steps, s.Features))
		if err != nil {
			return 0, err
		}
		return c.Outputs()["gap"][0], c.Close()
	}
	needed, reached := 0, 0.0
	for i := len(tried) - 1; i >= 0; i-- {
		g, err := gap(tried[i])
		if err != nil {
			return nil, err
		}
		if g > accurate {
			break
		}
		needed, reached = tried[i], g
	}
	atUsual, err := gap(usual)
	if err != nil {
		return nil, err
	}
	if needed == 0 {
		return []string{fmt.Sprintf("> %d", tried[len(tried)-1]), "", fmt.Sprintf("%.1e", atUsual), ""}, nil
	}
	t, err := timeAt(ctx, engine, f, s, cfg, needed)
	return []string{fmt.Sprint(needed), fmt.Sprintf("%.1e", reached), fmt.Sprintf("%.1e", atUsual), outcome.Seconds(t)}, err
}

func timeAt(ctx context.Context, engine compute.Backend, f attribution.Model, s workload.SequenceSize, cfg attribution.Config, points int) (float64, error) {
	s.Points = points
	c, err := newScores(engine, f, s, cfg, false)
	if err != nil {
		return 0, err
	}
	t, _, err := best(ctx, c, 5)
	if err != nil {
		return 0, err
	}
	return t, c.Close()
}

func scaleWeights(store *model.Store, by float64) error {
	vs, err := workload.Variables(store)
	if err != nil {
		return err
	}
	for _, v := range vs {
		for i := range v.Values {
			v.Values[i] *= by
		}
		if err := store.GetVariable(v.Path).SetValue(workload.Tensor(v.Values, v.Shape...)); err != nil {
			return fmt.Errorf("bench: %w", err)
		}
	}
	return nil
}
