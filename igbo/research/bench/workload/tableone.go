package workload

import (
	"context"
	"fmt"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo/dag/estimate"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/bench/race"
	"github.com/igbolab/igbolab/igbo/research/bench/reference"
	"github.com/igbolab/igbolab/igbo/research/study/teacherstudent"
	"github.com/igbolab/igbolab/igbo/train"
)

// tableOne is our contender for the whole Table I: the teacher–student study.
type tableOne struct {
	ours
	engine compute.Backend
	cfg    teacherstudent.Config
}

// TableOne runs the paper's Table I with five seeds.
func TableOne(ctx context.Context, engine compute.Backend) (race.Contender, *reference.Work, error) {
	return newTableOne(ctx, engine, teacherstudent.DefaultConfig())
}

func newTableOne(ctx context.Context, engine compute.Backend, cfg teacherstudent.Config) (race.Contender, *reference.Work, error) {
	t := &tableOne{ours: newOurs(engine), engine: engine, cfg: cfg}
	work, err := t.work()
	if err != nil {
		return nil, nil, err
	}
	t.ready.First, err = timed(func() error {
		result, err := t.study(ctx)
		if err == nil {
			t.outputs = tableOutputs(result)
		}
		return err
	})
	return t, work, err
}

func (t *tableOne) study(ctx context.Context) (*teacherstudent.Result, error) {
	return workflow.Run(ctx, t.engine, t.cfg, workflow.Options{Unkept: true})
}

// tableOutputs returns errors and interpretability losses of the trained rows, by seed.
func tableOutputs(result *teacherstudent.Result) reference.Outputs {
	o := reference.Outputs{}
	for _, r := range result.Rows {
		switch {
		case r.Name == "teacher":
			o["teacher mse"] = r.ValMSE.Values
		case r.Name == "baseline" || r.Name == "igbo":
			name := fmt.Sprintf("%s %s %g", r.Name, *r.Optimizer, *r.LearningRate)
			o[name+" mse"] = r.ValMSE.Values
			o[name+" loss"] = r.InterpretabilityLoss.Values
			o[name+" edges"] = r.EdgesSatisfied.Values
		}
	}
	return o
}

// work returns the data for the peer, for every seed: the start weights, the batches, and the rows of the batches from which
// the DAG is built.
func (t *tableOne) work() (*reference.Work, error) {
	cfg := t.cfg
	var optimizers []map[string]any
	for _, o := range cfg.Optimizers {
		optimizers = append(optimizers, map[string]any{"name": o.Name, "rate": o.LearningRate})
	}
	w := reference.NewWork(map[string]any{
		"seeds": cfg.Seeds, "epochs": cfg.Epochs, "batch": cfg.Batch, "lambda": cfg.Lambda, "alpha": cfg.Alpha,
		"r": cfg.R, "min_epsilon": cfg.MinEpsilon, "epsilon": cfg.Attribution.Epsilon, "adam_epsilon": adamEpsilon,
		"optimizers": optimizers, "teacher_rate": cfg.TeacherOptimizer.LearningRate,
	})
	alphas, weights, err := cfg.Attribution.Quadrature.Nodes(cfg.Attribution.Points)
	if err != nil {
		return nil, err
	}
	w.Add("alphas", alphas, len(alphas))
	w.Add("weights", weights, len(weights))
	for i := range cfg.Seeds {
		if err := t.addSeed(w, fmt.Sprintf("s%d_", i), cfg.Seed0+int64(i)); err != nil {
			return nil, err
		}
	}
	return w, nil
}

func (t *tableOne) addSeed(w *reference.Work, prefix string, seed int64) error {
	task, err := datasets.TeacherStudent(t.cfg.Task, uint64(seed))
	if err != nil {
		return err
	}
	for name, table := range map[string]datasets.Table{"train": task.Train, "val": task.Validation} {
		var x []float64
		for _, row := range table.X {
			x = append(x, row...)
		}
		w.Add(prefix+name+"_x", x, len(table.Y), t.cfg.Task.Features)
		w.Add(prefix+name+"_y", table.Y, len(table.Y))
	}
	for name, f := range map[string]func(*model.Scope, *graph.Node) *graph.Node{"teacher_": models.MLP(t.cfg.Teacher), "student_": models.Linear()} {
		_, start, err := started(t.engine, f, seed, t.cfg.Batch, 1, t.cfg.Task.Features)
		if err != nil {
			return err
		}
		addLayers(w, start, prefix+name)
	}
	var order []float64
	for epoch := range t.cfg.Epochs {
		order = append(order, floats(train.Permutation(t.cfg.Task.Train, uint64(seed), epoch))...)
	}
	w.Add(prefix+"order", order, t.cfg.Epochs, t.cfg.Task.Train)
	batches := estimate.DrawBatches(t.cfg.Task.Validation, t.cfg.DAGBatches, t.cfg.DAGBatch, uint64(seed))
	w.Add(prefix+"dag_rows", floats(slices.Concat(batches...)), t.cfg.DAGBatches, t.cfg.DAGBatch)
	return nil
}

func floats(values []int) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = float64(v)
	}
	return out
}

// Run implements Contender.
func (t *tableOne) Run(ctx context.Context, n int) (reference.Clocks, error) {
	return timed(func() error {
		for range n {
			if _, err := t.study(ctx); err != nil {
				return err
			}
		}
		return nil
	})
}
