package oracle

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/train"
)

// Result is what training returns.
type Result struct {
	// Oracle is the trained oracle.
	Oracle *Oracle
	// History holds L_path (as the task loss), Weight·L_valid (as the second loss),
	// gradients and cases of the steps.
	History *train.History
	// Steps is the number of steps taken, those before a resume included.
	Steps int
	// Stopped says why training ended before its last step; empty where it did not.
	Stopped string
	// BestStep is the step whose weights early stopping kept; 0 without it.
	BestStep int
	// Damaged says which checkpoints a resume passed over, and why.
	Damaged []string
}

// Points are the inputs of data in the oracle's units, mean 0 and deviation 1 by feature
// and 0 at masked steps: what an assessor for Train is trained on.
func Points(data igbo.Data) (assessor.Points, error) {
	_, scaled, err := igbo.Standardize(data)
	if err != nil {
		return assessor.Points{}, fmt.Errorf("oracle: %w", err)
	}
	return assessor.Points{Features: scaled.Features, Steps: scaled.Steps, X: scaled.X}, nil
}

// Train trains an oracle on two objectives at once (paper, section "Routing Oracle"):
// short paths, and paths that stay where the assessor, frozen, sees data. Pairs
// (X′, X) are series of the data, drawn again in every step, and so is K; targets and
// weights of the data do not count.
//
// It goes through igbo's own session: cancelling the context ends it within a step
// after a last checkpoint, and it resumes bit for bit. Same arguments, same backend: the
// same oracle, bit for bit.
//
// Errors: invalid settings or data, fewer than two series, an assessor of other shapes,
// a *train.NonFiniteError for losses that are not finite.
func Train(ctx context.Context, backend compute.Backend, cfg Config, data igbo.Data, a assessor.Assessor) (*Result, error) {
	if ctx == nil || backend == nil {
		return nil, errors.New("oracle: training: the context or the backend is nil (want both)")
	}
	o, drawn, err := prepare(backend, cfg, data, a)
	if err != nil {
		return nil, err
	}
	session := cfg.session(o.objectives(drawn.data.Mask != nil))
	drawn, held := cfg.holdOut(drawn)
	if cfg.EarlyStopping.Patience > 0 {
		session.EarlyStopping.Data = held.held(cfg.EarlyStopping.Pairs)
	}
	from := igbo.Source{Dataset: drawn, Features: drawn.columns(), Steps: 1, StepsPerEpoch: 1}
	r, err := igbo.TrainOn(ctx, backend, session, from, nil)
	if err != nil {
		return nil, fmt.Errorf("oracle: %w", err)
	}
	if err := o.take(r.Model); err != nil {
		return nil, err
	}
	return &Result{Oracle: o, History: r.History, Steps: r.Steps, Stopped: r.Stopped, BestStep: r.BestStep, Damaged: r.Damaged}, nil
}

// prepare checks the arguments of a training and returns the oracle without weights and
// the pairs.
func prepare(backend compute.Backend, cfg Config, data igbo.Data, a assessor.Assessor) (*Oracle, pairs, error) {
	units, scaled, err := igbo.Standardize(data)
	if err != nil {
		return nil, pairs{}, fmt.Errorf("oracle: %w", err)
	}
	if err := cfg.Validate(data.Steps * len(data.Features)); err != nil {
		return nil, pairs{}, err
	}
	if err := checkAssessor(a, data.Steps, len(data.Features)); err != nil {
		return nil, pairs{}, fmt.Errorf("oracle: %w", err)
	}
	o := &Oracle{
		Config: cfg, Features: data.Features, Steps: data.Steps, Shift: units.Shift, Scale: units.Scale,
		Assessor: a, backend: backend,
	}
	if o.Data, err = digestOf(data); err != nil {
		return nil, pairs{}, err
	}
	p := pairs{
		data: scaled, least: cfg.MinAnchors, most: cfg.MaxAnchors, batch: cfg.Batch, seed: uint64(cfg.Seed), dtype: cfg.dtype(),
	}
	if cfg.Baseline != nil {
		p.baseline = o.toOracle(cfg.Baseline)
	}
	if least := cfg.leastSeries(); data.Samples() < least {
		return nil, pairs{}, fmt.Errorf("oracle: the data have %d series, want at least %d", data.Samples(), least)
	}
	p.name, err = o.nameOfPairs()
	return o, p, err
}

// leastSeries is how many a training needs: two for a pair, two more to hold out.
func (c Config) leastSeries() int {
	if c.EarlyStopping.Patience > 0 {
		return 4
	}
	return 2
}

// holdOut parts the series of pairs, the last ones held out.
func (c Config) holdOut(p pairs) (drawn, held pairs) {
	if c.EarlyStopping.Patience == 0 {
		return p, p
	}
	n, t, d := p.data.Samples(), p.data.Steps, len(p.data.Features)
	cut := min(max(n-int(float64(n)*c.EarlyStopping.HeldOut+0.5), 2), n-2)
	part := func(from, to int) pairs {
		q := p
		q.data.X, q.data.Y = p.data.X[from*t*d:to*t*d], p.data.Y[from*t*max(p.data.Outputs, 1):to*t*max(p.data.Outputs, 1)]
		if p.data.Mask != nil {
			q.data.Mask = p.data.Mask[from*t : to*t]
		}
		return q
	}
	return part(0, cut), part(cut, n)
}

// checkAssessor checks that an assessor is of the data's shape.
func checkAssessor(a assessor.Assessor, steps, features int) error {
	if a == nil {
		return errors.New("the assessor is nil (use one such as assessor.Train returns)")
	}
	if t, d := a.Shape(); t != steps || d != features {
		return fmt.Errorf("the assessor has T = %d steps and D = %d features, want %d and %d", t, d, steps, features)
	}
	if tau, scale := a.Threshold(); notFinite(tau) || !(scale > 0) || notFinite(scale) {
		return fmt.Errorf("the assessor has the threshold %g and the scale %g, want finite numbers and a positive scale", tau, scale)
	}
	return nil
}

// session are the settings of the training as igbo takes them.
func (c Config) session(f attribution.MaskedModel) igbo.Config {
	if f == nil {
		f = func(_ *model.Scope, x, _ *Node) *Node { return x }
	}
	s := igbo.DefaultConfig()
	s.Model, s.Function = models.CustomSpec("routing oracle"), f
	s.Loss = task.Loss{Kind: task.KindCustom, Name: "path", Function: func(_, length *Node) *Node { return length }}
	s.Seed, s.Epochs, s.BatchSize, s.DType = c.Seed, c.Steps, c.Batch, c.DType
	s.Optimizer, s.Rule, s.Lambda, s.NormalizeGradients = c.Optimizer, c.Rule, c.Lambda, c.NormalizeGradients
	s.HistoryEvery, s.Checkpoints, s.OnStep = c.HistoryEvery, c.Checkpoints, c.OnStep
	if c.EarlyStopping.Patience > 0 {
		s.EarlyStopping = igbo.EarlyStopping{Monitor: igbo.MonitorSum, Patience: c.EarlyStopping.Patience, Every: c.EarlyStopping.Every}
		s.EarlyStopping.Data = igbo.Data{Features: []string{"none"}, Steps: 1, X: []float64{0}, Y: []float64{0}}
	}
	return s
}

func (c Config) dtype() dtypes.DType {
	if c.DType == "float64" {
		return dtypes.Float64
	}
	return dtypes.Float32
}

// objectives is the model function of the training: L_path [B,1] of rows [B,1,width],
// and Weight·L_valid, its mean, as the second objective.
func (o *Oracle) objectives(padded bool) attribution.MaskedModel {
	return func(scope *model.Scope, x, _ *Node) *Node {
		g, b, n := o.generator(), x.Shape().Dim(0), o.size()
		part := func(from, to int) *Node {
			return Reshape(Slice(x, AxisRange(), AxisRange(), AxisRange(from, to)), b, to-from)
		}
		start, end, k, offset := part(0, n), part(n, 2*n), part(2*n, 2*n+1), part(2*n+1, 2*n+2)
		var valid *Node
		if padded {
			mask := GreaterThan(part(2*n+2, 2*n+2+o.Steps), Scalar(x.Graph(), x.DType(), 0.5))
			valid = Reshape(BroadcastToDims(InsertAxes(mask, -1), b, o.Steps, n/o.Steps), b, n)
		}
		w := g.variables(scope.In("oracle"), x)
		anchors := g.anchors(w, start, end, valid, g.ticks(w, k, o.Config.MaxAnchors))
		r := newRoute(append(append([]*Node{start}, anchors...), end), k)
		second := ReduceAllMean(r.validity(o.Config.Validity, o.Assessor, offset, o.Config.Points))
		train.SetSecondLoss(MulScalar(second, o.Config.Weight), nil)
		return Reshape(r.length(o.Config.Length), b, 1)
	}
}

// nameOfPairs tells trainings apart whose batches alone do not: by the settings but for
// the number of steps, the data and the assessor.
func (o *Oracle) nameOfPairs() (string, error) {
	c := o.Config
	c.Steps = 0
	settings, err := json.Marshal(c)
	if err != nil {
		return "", fmt.Errorf("oracle: %w", err)
	}
	frozen, err := o.Assessor.MarshalBinary()
	if err != nil {
		return "", fmt.Errorf("oracle: %w", err)
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s %s %x", settings, o.Data, sha256.Sum256(frozen))
	return "oracle pairs " + hex.EncodeToString(h.Sum(nil)), nil
}

// digestOf identifies the inputs of data; what masked steps hold does not count.
func digestOf(data igbo.Data) (string, error) {
	h := sha256.New()
	if data.Mask != nil {
		data.X = slices.Clone(data.X)
		for i := range data.X {
			if !data.Mask[i/len(data.Features)] {
				data.X[i] = 0
			}
		}
	}
	err := errors.Join(
		json.NewEncoder(h).Encode(data.Features), binary.Write(h, binary.LittleEndian, int64(data.Steps)),
		binary.Write(h, binary.LittleEndian, data.X), binary.Write(h, binary.LittleEndian, data.Mask))
	if err != nil {
		return "", fmt.Errorf("oracle: %w", err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
