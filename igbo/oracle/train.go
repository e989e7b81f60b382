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

// Result is the result of [Train].
type Result struct {
	// Oracle is the trained oracle.
	Oracle *Oracle
	// History holds L_path (as the task loss), Weight·L_valid (as the second loss), and the gradients and cases
	// of the recorded steps.
	History *train.History
	// Steps is the number of steps taken, including those before a resume.
	Steps int
	// Stopped is the reason why training ended early, or "" if it did not.
	Stopped string
	// BestStep is the step whose weights early stopping kept. It is 0 if early stopping is off.
	BestStep int
	// Damaged lists checkpoints that were skipped on resume, with the reasons.
	Damaged []string
}

// Points returns the inputs of data in the oracle's units: each feature has mean 0 and standard deviation 1,
// and masked steps are 0. Use the result to train the assessor.
func Points(data igbo.Data) (assessor.Points, error) {
	_, scaled, err := igbo.Standardize(data)
	if err != nil {
		return assessor.Points{}, fmt.Errorf("oracle: %w", err)
	}
	return assessor.Points{Features: scaled.Features, Steps: scaled.Steps, X: scaled.X}, nil
}

// Train trains an oracle on two objectives (paper, section "Routing Oracle"): paths should be short, and they
// should stay where the frozen assessor sees data. Every step draws new pairs (X′, X) of series and a new K for
// each pair. Targets and weights of the data are ignored, but Y must not be nil; see igbo.Data.WithTargets.
//
// If ctx is cancelled, training saves a checkpoint, if checkpoints are on, and ends within a step. Training is
// deterministic: the same arguments and backend give the same oracle bit for bit, even after a resume.
//
// It returns an error if the settings or data are invalid, if there are fewer than two series, or if the
// assessor has another shape. If a loss is not finite, it returns a [*train.NonFiniteError].
func Train(ctx context.Context, backend compute.Backend, cfg Config, data igbo.Data, a assessor.Assessor) (*Result, error) {
	if ctx == nil || backend == nil {
		return nil, errors.New("oracle: training: the context and the backend must not be nil")
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

// prepare checks the arguments. It returns the oracle without weights, and the pairs.
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

// leastSeries returns the minimum number of series: two for a pair, and two more if some are held out.
func (c Config) leastSeries() int {
	if c.EarlyStopping.Patience > 0 {
		return 4
	}
	return 2
}

// holdOut splits off the last series for early stopping.
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

// checkAssessor checks that the assessor matches the shape of the data.
func checkAssessor(a assessor.Assessor, steps, features int) error {
	if a == nil {
		return errors.New("the assessor must not be nil (use the result of assessor.Train)")
	}
	if t, d := a.Shape(); t != steps || d != features {
		return fmt.Errorf("the assessor has T = %d steps and D = %d features, want %d and %d", t, d, steps, features)
	}
	if tau, scale := a.Threshold(); notFinite(tau) || !(scale > 0) || notFinite(scale) {
		return fmt.Errorf("the assessor has the threshold %g and the scale %g, want finite numbers and a positive scale", tau, scale)
	}
	return nil
}

// session converts the settings to an igbo.Config.
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

// objectives returns the model function for training. Its output is L_path [B,1] for rows [B,1,width]; the mean
// of Weight·L_valid is the second objective.
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

// nameOfPairs returns a name that depends on the data, the assessor, and all settings except Steps. It
// identifies a training run whose batches alone could belong to another.
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

// digestOf returns a digest of the inputs. The contents of masked steps do not matter.
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
