package sequences

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/faithfulness"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
)

// methodNames are the attribution methods that are compared with the truth.
var methodNames = []string{"TIG", "gradient × input", "random"}

// modelSettings are all inputs of one model and its recovery; the training contains the seed.
type modelSettings struct {
	Task               datasets.SequenceConfig
	Attributed, Output int
	Training           igbo.Config
}

// modelPart has the results of one trained model: recoveries by method, the truth last, and maps of the first sample by TIG,
// gradient × input and the truth.
type modelPart struct {
	Features    []string
	Unexplained float64
	Recoveries  []sampleMeans
	Maps        []Map
}

// train trains one model and compares its attributions with the truth.
func train(ctx context.Context, w *workflow.Work, s modelSettings) (modelPart, error) {
	seed := s.Training.Seed
	task, err := datasets.SequenceTask(s.Task, uint64(seed))
	if err != nil {
		return modelPart{}, err
	}
	fresh := s.Task
	fresh.Samples = s.Attributed
	test, err := datasets.SequenceTask(fresh, uint64(seed)+1<<32)
	if err != nil {
		return modelPart{}, err
	}
	trained, err := igbo.Train(ctx, w.Backend, training.Follow(w, s.Training), training.Series(&task.Series), nil)
	if err != nil {
		return modelPart{}, err
	}
	data := training.Series(&test.Series)
	e, err := trained.Model.Evaluate(data, nil)
	if err != nil {
		return modelPart{}, err
	}
	part := modelPart{Features: test.Features, Unexplained: e.MSE / stat.PopVariance(test.Y, nil)}
	err = s.compare(&part, trained.Model, data, test)
	return part, err
}

// compare measures every method on the attributed samples.
func (s modelSettings) compare(part *modelPart, m *igbo.Model, data igbo.Data, test *datasets.Sequence) error {
	tig, err := attributed(m, data, s.Output)
	if err != nil {
		return err
	}
	gradient, err := attributed(gradientTimesInput(m), data, s.Output)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(uint64(s.Training.Seed), 5))
	random, truth := make([]float64, len(tig)), make([]float64, len(tig))
	for i := range random {
		random[i] = rng.NormFloat64()
	}
	matters, width := make([]bool, len(tig)), test.Steps*len(test.Features)
	for i := range truth {
		step, k := i%width/len(test.Features), i%len(test.Features)
		matters[i] = step <= s.Output && test.Matters(step, k)
		truth[i] = test.Contribution(test.Sample(i/width), s.Output, step, k)
	}
	for _, a := range [][]float64{tig, gradient, random, truth} {
		r, err := recoverSamples(a, truth, matters, width)
		if err != nil {
			return err
		}
		part.Recoveries = append(part.Recoveries, r)
	}
	for i, a := range [][]float64{tig, gradient, truth} {
		name := []string{methodNames[0], methodNames[1], "truth"}[i]
		part.Maps = append(part.Maps, Map{Name: name, Steps: test.Steps, Values: a[:width]})
	}
	return nil
}

// gradientTimesInput returns the model with the one-point right rule for TIG: (x − x′)·∂F/∂x at x.
func gradientTimesInput(m *igbo.Model) *igbo.Model {
	probe := *m
	probe.Config.Attribution.Quadrature, probe.Config.Attribution.Points = attribution.Right, 1
	return &probe
}

// attributed returns the attributions N·T·D of one output step, in the target's units.
func attributed(m *igbo.Model, data igbo.Data, output int) ([]float64, error) {
	all, err := m.Attribute(data)
	if err != nil {
		return nil, err
	}
	width := data.Steps * len(data.Features)
	out := make([]float64, 0, data.Samples()*width)
	for n := range data.Samples() {
		from := (n*data.Steps + output) * width
		out = append(out, all[from:from+width]...)
	}
	floats.Scale(m.Normalization.TargetScale, out)
	return out, nil
}

// sampleMeans has the means of a recovery over samples.
type sampleMeans struct {
	faithfulness.Recovery
	Correlation float64
}

// recoverSamples returns the mean recovery scores over samples with width inputs each.
func recoverSamples(attributions, truth []float64, matters []bool, width int) (sampleMeans, error) {
	var mean sampleMeans
	n := float64(len(attributions) / width)
	for from := 0; from < len(attributions); from += width {
		a, to := attributions[from:from+width], from+width
		r, err := faithfulness.Recover(a, matters[from:to])
		if err != nil {
			return sampleMeans{}, err
		}
		mean.AUP += r.AUP / n
		mean.AUR += r.AUR / n
		mean.AUPRC += r.AUPRC / n
		if r := stat.Correlation(a, truth[from:to], nil); !math.IsNaN(r) { // NaN if one side is constant
			mean.Correlation += r / n
		}
	}
	return mean, nil
}
