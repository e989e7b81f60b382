package oraclepath

import (
	"context"
	"path/filepath"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/oracle"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
	"github.com/igbolab/igbolab/igbo/study"
)

// learn trains an assessor and then an oracle on the inputs of data.
func learn(ctx context.Context, w *study.Work, judge assessor.Config, cfg oracle.Config, data igbo.Data) (*oracle.Oracle, error) {
	points, err := oracle.Points(data)
	if err != nil {
		return nil, err
	}
	judge.OnStep = w.Step
	cfg.OnStep = func(step int) { w.Step(judge.Steps + step) }
	if w.Scratch != "" {
		judge.Checkpoints = igbo.Checkpoints{Dir: filepath.Join(w.Scratch, "assessor"), Every: w.Every, Resume: true, OnDamaged: w.OnDamaged}
		cfg.Checkpoints = judge.Checkpoints
		cfg.Checkpoints.Dir = filepath.Join(w.Scratch, "oracle")
	}
	a, err := assessor.Train(ctx, w.Backend, judge, points)
	if err != nil {
		return nil, err
	}
	trained, err := oracle.Train(ctx, w.Backend, cfg, data, a)
	if err != nil {
		return nil, err
	}
	return trained.Oracle, nil
}
