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

// Approximate costs of a training step, relative to a step of a linear student on 32 points with only the task loss.
const (
	// IGBOWeight is the cost for the same student with two objectives.
	IGBOWeight = 2.3
	// TeacherWeight is the cost for the teacher, a network with one hidden layer.
	TeacherWeight = 1.8
	// FullBatchWeight and FullBatchIGBOWeight are the costs for a linear student on 1000 points, with one objective and with
	// two.
	FullBatchWeight, FullBatchIGBOWeight = 3, 10
)

// stepsPerCall is the number of steps in a call of the engine for small models, whose step takes less time than the call.
const stepsPerCall = 250

// Follow returns a configuration whose training reports its steps to the cell's work, and saves its state if the work has a
// folder. Small models take several steps per call.
func Follow(w *workflow.Work, cfg igbo.Config) igbo.Config { return Stage(w, cfg, "", 0) }

// Stage is Follow for one of several trainings of a cell. It has its own folder, and after is the number of steps of the
// trainings before it.
func Stage(w *workflow.Work, cfg igbo.Config, name string, after int) igbo.Config {
	cfg.OnStep = func(step int) { w.Step(after + step) }
	if cfg.Model.Kind == models.KindLinear || cfg.Model.Kind == models.KindMLP {
		cfg.StepsPerCall = stepsPerCall
	}
	cfg.Checkpoints = Checkpoints(w, name)
	return cfg
}

// Assessor trains an assessor with its own folder, after some of the cell's steps.
func Assessor(ctx context.Context, w *workflow.Work, cfg assessor.Config, points assessor.Points, name string, after int) (assessor.Assessor, error) {
	cfg.OnStep, cfg.Checkpoints = func(step int) { w.Step(after + step) }, Checkpoints(w, "assessor"+name)
	return assessor.Train(ctx, w.Backend, cfg, points)
}

// Oracle trains an assessor and then an oracle on the inputs of data, after some of the cell's steps.
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

// Checkpoints returns the checkpoints of one of a cell's trainings by its name. It returns none if the work has no folder.
func Checkpoints(w *workflow.Work, name string) igbo.Checkpoints {
	if w.Scratch == "" {
		return igbo.Checkpoints{}
	}
	return igbo.Checkpoints{Dir: filepath.Join(w.Scratch, name), Every: w.Every, Resume: true, OnDamaged: w.OnDamaged}
}

// Steps returns the number of training steps for a number of epochs, samples and samples per batch.
func Steps(epochs, samples, batch int) int {
	return epochs * ((samples + batch - 1) / max(batch, 1))
}

// Table converts a table to Data.
func Table(t datasets.Table) (igbo.Data, error) { return igbo.Tabular(t.Features, t.X, t.Y) }

// Series converts windows to Data.
func Series(s *datasets.Series) igbo.Data {
	return igbo.Data{Features: s.Features, Steps: s.Steps, X: s.X, Y: s.Y}
}

// ColumnMeans returns the means of scores [N,D] over samples.
func ColumnMeans(m *mat.Dense) []float64 {
	_, k := m.Dims()
	means := make([]float64, k)
	for j := range means {
		means[j] = stat.Mean(mat.Col(nil, j, m), nil)
	}
	return means
}
