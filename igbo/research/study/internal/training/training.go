// Package training prepares trainings in the runs of several studies. It adds progress reports and checkpoints to a configuration,
// and converts data for igbo.Train.
package training

import (
	"context"
	"path/filepath"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/oracle"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
)

// What a step costs, beside that of a linear student on 32 points and the task
// loss alone: about, as measured with the embedded backend on one core.
const (
	// IGBOWeight is that of the same student on two objectives.
	IGBOWeight = 2.3
	// TeacherWeight is that of the teacher, a network with a hidden layer.
	TeacherWeight = 1.8
	// FullBatchWeight and FullBatchIGBOWeight are those of a linear student on 1000
	// points, on one objective and on two.
	FullBatchWeight, FullBatchIGBOWeight = 3, 10
)

// stepsPerCall is for models whose step takes less than the call of an engine.
const stepsPerCall = 250

// Follow makes a training report its steps to the cell's work, and keep its
// state where the work has a folder for it. Small models take several steps a
// call.
func Follow(w *workflow.Work, cfg igbo.Config) igbo.Config { return Stage(w, cfg, "", 0) }

// Stage is Follow for one of several trainings of a cell: it has a folder of
// its own, and comes after some steps.
func Stage(w *workflow.Work, cfg igbo.Config, name string, after int) igbo.Config {
	cfg.OnStep = func(step int) { w.Step(after + step) }
	if cfg.Model.Kind == models.KindLinear || cfg.Model.Kind == models.KindMLP {
		cfg.StepsPerCall = stepsPerCall
	}
	cfg.Checkpoints = Checkpoints(w, name)
	return cfg
}

// Assessor trains an assessor, which has a separate folder and comes after some of a cell's steps.
func Assessor(ctx context.Context, w *workflow.Work, cfg assessor.Config, points assessor.Points, name string, after int) (assessor.Assessor, error) {
	cfg.OnStep, cfg.Checkpoints = func(step int) { w.Step(after + step) }, Checkpoints(w, "assessor"+name)
	return assessor.Train(ctx, w.Backend, cfg, points)
}

// Oracle trains an assessor and then an oracle on the inputs of data, one after the other, after some of a cell's steps.
func Oracle(ctx context.Context, w *workflow.Work, judge assessor.Config, cfg oracle.Config, data igbo.Data, name string, after int) (*oracle.Oracle, error) {
	points, err := oracle.Points(data)
	if err != nil {
		return nil, err
	}
	a, err := Assessor(ctx, w, judge, points, name, after)
	if err != nil {
		return nil, err
	}
	cfg.OnStep, cfg.Checkpoints = func(step int) { w.Step(after + judge.Steps + step) }, Checkpoints(w, "oracle"+name)
	trained, err := oracle.Train(ctx, w.Backend, cfg, data, a)
	if err != nil {
		return nil, err
	}
	return trained.Oracle, nil
}

// Checkpoints returns the checkpoints of one of a cell's trainings, by its name. It returns none if the work has no folder.
func Checkpoints(w *workflow.Work, name string) igbo.Checkpoints {
	if w.Scratch == "" {
		return igbo.Checkpoints{}
	}
	return igbo.Checkpoints{Dir: filepath.Join(w.Scratch, name), Every: w.Every, Resume: true, OnDamaged: w.OnDamaged}
}

// Steps returns the number of steps of epochs over samples in batches.
func Steps(epochs, samples, batch int) int {
	return epochs * ((samples + batch - 1) / max(batch, 1))
}

// Table makes Data of a table.
func Table(t datasets.Table) (igbo.Data, error) { return igbo.Tabular(t.Features, t.X, t.Y) }

// Series makes Data of windows.
func Series(s *datasets.Series) igbo.Data {
	return igbo.Data{Features: s.Features, Steps: s.Steps, X: s.X, Y: s.Y}
}

// ColumnMeans averages scores [N,D] over samples.
func ColumnMeans(m *mat.Dense) []float64 {
	_, k := m.Dims()
	means := make([]float64, k)
	for j := range means {
		means[j] = stat.Mean(mat.Col(nil, j, m), nil)
	}
	return means
}
