package oraclepath

import (
	"context"
	"path/filepath"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
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

// cornersOf are the corners of the oracle's path through k anchors between two points: both, and
// the anchors between them.
func cornersOf(w *study.Work, o *oracle.Oracle, start, end []float64, k int) (corners [][]float64, err error) {
	path, err := o.Path(k)
	if err != nil {
		return nil, err
	}
	exec, err := graph.NewExec(w.Backend, func(x, baseline *graph.Node) []*graph.Node {
		var ends []*graph.Node
		for _, s := range path.(attribution.Segmented).Segments(x, baseline) {
			ends = append(ends, s.End)
		}
		return ends
	})
	if err != nil {
		return nil, err
	}
	defer exec.Finalize()
	point := func(x []float64) *tensors.Tensor {
		return tensors.FromFlatDataAndDimensions(x, 1, o.Steps, len(o.Features))
	}
	found, err := exec.Call(point(end), point(start))
	corners = append(corners, start)
	for _, f := range found {
		corner, err := tensors.CopyFlatData[float64](f)
		if err != nil {
			return nil, err
		}
		corners = append(corners, corner)
	}
	return corners, err
}
