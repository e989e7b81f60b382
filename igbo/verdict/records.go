package verdict

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/evaluation"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/trained"
)

// records are the valid steps of some samples, in their order: what a model that looks at one
// step at a time sees. They are looked up in the data, not copied.
type records struct {
	data igbo.Data
	at   []int // places of steps in N·T; nil are all
}

// place is that of record i in N·T.
func (r records) place(i int) int {
	if r.at == nil {
		return i
	}
	return r.at[i]
}

// recordsOf are those of the samples of these numbers; nil are all.
func recordsOf(d igbo.Data, samples []int) records {
	if samples == nil && d.Steps == 1 && d.Mask == nil {
		return records{data: d}
	}
	if samples == nil {
		samples = make([]int, d.Samples())
		for i := range samples {
			samples[i] = i
		}
	}
	if d.Steps == 1 && d.Mask == nil {
		return records{d, samples}
	}
	at := []int{}
	for _, i := range samples {
		for t := i * d.Steps; t < (i+1)*d.Steps; t++ {
			if d.Mask == nil || d.Mask[t] {
				at = append(at, t)
			}
		}
	}
	return records{d, at}
}

func (r records) n() int {
	if r.at == nil {
		return len(r.data.Y)
	}
	return len(r.at)
}

// target and weight are those of record i; each step has its series' weight.
func (r records) target(i int) float64 { return r.data.Y[r.place(i)] }

func (r records) weight(i int) float64 {
	if r.data.Weights == nil {
		return 1
	}
	return r.data.Weights[r.place(i)/r.data.Steps]
}

// weights are all of them, nil where each is 1.
func (r records) weights() []float64 {
	if r.data.Weights == nil {
		return nil
	}
	w := make([]float64, r.n())
	for i := range w {
		w[i] = r.weight(i)
	}
	return w
}

func (r records) targets() []float64 {
	y := make([]float64, r.n())
	for i := range y {
		y[i] = r.target(i)
	}
	return y
}

// units are shift and scale of inputs and target, as igbo.Config.Standardize has them.
type units struct {
	shift, scale             []float64
	targetShift, targetScale float64
}

// measure finds them on the records to train on.
func measure(r records, loss task.Loss) units {
	u := units{targetScale: 1}
	k := len(r.data.Features)
	column := make([]float64, r.n())
	for j := range k {
		for i := range column {
			column[i] = r.data.X[r.place(i)*k+j]
		}
		shift, scale := meanScale(column)
		u.shift, u.scale = append(u.shift, shift), append(u.scale, scale)
	}
	if loss.ScalesTarget() {
		u.targetShift, u.targetScale = meanScale(r.targets())
	}
	return u
}

func meanScale(values []float64) (mean, scale float64) {
	mean, scale = stat.PopMeanStdDev(values, nil)
	scale = cmp.Or(scale, 1)
	return mean, scale
}

// blockRecords is how many records are standardised at once.
const blockRecords = 1024

// block is some records: standardised inputs with a last column of ones, targets, and weights,
// which sum to 1 over all blocks.
type block struct {
	x *mat.Dense
	y []float64
	w []float64
}

// design is records in units, block by block: memory does not grow with them.
type design struct {
	records records
	units   units
	sum     float64 // of the weights
}

func (u units) design(r records) design {
	z := design{records: r, units: u}
	for i := range r.n() {
		z.sum += r.weight(i)
	}
	return z
}

// blocks calls do for each block, whose memory is used again for the next one.
func (z design) blocks(do func(b block)) {
	n, k := z.records.n(), len(z.records.data.Features)
	size := min(n, blockRecords)
	all, y, w := make([]float64, size*(k+1)), make([]float64, size), make([]float64, size)
	for from := 0; from < n; from += size {
		rows := min(size, n-from)
		b := block{mat.NewDense(rows, k+1, all[:rows*(k+1)]), y[:rows], w[:rows]}
		for i := range rows {
			row, at := b.x.RawRowView(i), z.records.place(from+i)
			for j := range k {
				row[j] = (z.records.data.X[at*k+j] - z.units.shift[j]) / z.units.scale[j]
			}
			row[k] = 1
			b.y[i] = (z.records.data.Y[at] - z.units.targetShift) / z.units.targetScale
			b.w[i] = z.records.weight(from+i) / z.sum
		}
		do(b)
	}
}

// Errors are what a model misses on data: the mean squared error, absolute error or pinball loss in the target's unit, the
// mean log loss or the Poisson deviance; and of squares the share that is explained (R²), of classes that of right ones, of absolute errors and quantiles that
// of targets at or below the prediction. Of counts the share of the deviance that is explained is that of all folds together, and 0 here.
type Errors struct {
	Loss  float64 `json:"loss"`
	Score float64 `json:"score"`
}

// Spread is that of the targets of a test part: the sum of their weights, their mean, the sum of squares about it, and of counts Σ w·y·log y.
type Spread struct {
	Weight  float64 `json:"weight"`
	Mean    float64 `json:"mean"`
	Squares float64 `json:"squares"`
	Logs    float64 `json:"logs,omitempty"`
}

// spreadOf is that of records.
func spreadOf(r records, loss task.Loss) (s Spread) {
	for i := range r.n() {
		if w := r.weight(i); w > 0 {
			s.Weight += w
			d := r.target(i) - s.Mean
			s.Mean += d * w / s.Weight
			s.Squares += w * d * (r.target(i) - s.Mean)
			if loss.Is(task.KindPoisson) && r.target(i) > 0 {
				s.Logs += w * r.target(i) * math.Log(r.target(i))
			}
		}
	}
	return s
}

// with is that of both.
func (s Spread) with(more Spread) Spread {
	total := s.Weight + more.Weight
	if total == 0 {
		return s
	}
	d := more.Mean - s.Mean
	return Spread{total, s.Mean + d*more.Weight/total, s.Squares + more.Squares + d*d*s.Weight*more.Weight/total, s.Logs + more.Logs}
}

// missed is what the mean alone misses of the squares, or of the deviance of counts.
func (s Spread) missed(loss task.Loss) float64 {
	if !loss.Is(task.KindPoisson) {
		return s.Squares
	}
	if s.Mean <= 0 {
		return 0
	}
	return 2 * (s.Logs - s.Weight*s.Mean*math.Log(s.Mean))
}

// metric names Errors' numbers in words.
func metric(loss task.Loss) (name, score string) {
	switch {
	case loss.Is(task.KindSquared):
		return "mean squared error", "R²"
	case loss.Is(task.KindAbsolute):
		return "mean absolute error", "targets at or below (½ is right)"
	case loss.Is(task.KindQuantile):
		return fmt.Sprintf("mean pinball loss at %g", loss.Quantile), fmt.Sprintf("targets at or below (%g is right)", loss.Quantile)
	case loss.Is(task.KindPoisson):
		return "mean deviance", "share of the deviance explained"
	}
	if len(loss.ClassWeights) > 0 {
		return "log loss, weighted by class", "accuracy, weighted by class"
	}
	return "log loss", "accuracy"
}

func errorsOf(loss task.Loss, m task.Metrics) Errors {
	switch {
	case loss.Is(task.KindSquared):
		return Errors{m.MSE, m.R2}
	case loss.Is(task.KindAbsolute):
		return Errors{m.MAE, m.Below}
	case loss.Is(task.KindQuantile):
		return Errors{m.Pinball, m.Below}
	case loss.Is(task.KindPoisson):
		return Errors{m.Deviance, 0}
	}
	return Errors{m.LogLoss, m.Accuracy}
}

// evaluate measures a model with what is large in a space of its own.
func (t *trainer) evaluate(m *igbo.Model, data igbo.Data, d *dag.DAG) (e igbo.Evaluation, err error) {
	space := t.space.Like()
	defer func() { err = errors.Join(err, space.Close()) }()
	return evaluation.EvaluateIn(space, (*trained.Model)(m), data, d)
}

// errorsOf measures a model.
func (t *trainer) errorsOf(m *igbo.Model, data igbo.Data) (Errors, error) {
	e, err := t.evaluate(m, data, nil)
	return errorsOf(t.cfg.Loss, e.Metrics), err
}

// errors measures ridge.
func (r *ridge) errors(loss task.Loss, of records) (Errors, error) {
	_, outputs := r.theta.Dims()
	m, err := loss.Metrics(task.Sample{Outputs: outputs, Predictions: r.predict(of), Targets: of.targets(), Weights: of.weights()})
	return errorsOf(loss, m), err
}
