package explain

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/expert"
	"github.com/igbolab/igbolab/igbo/tabular/compare"
	"github.com/igbolab/igbolab/igbo/tabular/explainer"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// Answer states whether a statement holds.
type Answer string

// The answers.
const (
	Holds     Answer = "holds"     // the whole interval is within the statement's
	Fails     Answer = "fails"     // the whole interval is outside
	Undecided Answer = "undecided" // the interval is partly within
)

// A Statement is one statement of an order, and the result of its check.
type Statement struct {
	// Text is the statement, such as "age above income". Value is its quantity, H_u − H_v or H_k.
	Text  string `json:"text"`
	Value string `json:"value"`
	// Min and Max are the required ends of the value, nil if the order does not state them. An order without numbers requires a positive
	// difference: Min is then 0 and Sign is true.
	Min  *float64 `json:"min,omitempty"`
	Max  *float64 `json:"max,omitempty"`
	Sign bool     `json:"sign,omitempty"`
	// Mean is the mean over samples, Low and High its interval at the level of the check.
	Mean   float64 `json:"mean"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	Answer Answer  `json:"answer"`
	// Kept is the share of samples that satisfy the statement individually.
	Kept float64 `json:"kept"`
	// P is the p-value: the probability of this answer, or a stronger one, if the opposite is true. Adjusted is P adjusted by Holm's method
	// for all statements.
	P        float64 `json:"p"`
	Adjusted float64 `json:"adjusted"`
}

// A Check is the result of [Explainer.Check].
type Check struct {
	Model  string `json:"model"`
	Kind   string `json:"kind"`
	Digest string `json:"digest,omitempty"`
	// Inputs lists the inputs of an ONNX model, with the columns that they take.
	Inputs []explainer.Taken `json:"inputs,omitempty"`
	Data   string            `json:"data"`
	Order  string            `json:"order,omitempty"`
	// Columns describes how each column of the data is used. Rows is the number of rows; LeftOut counts those that were left out because
	// they lack a value that the model requires.
	Columns  []encode.Line `json:"columns,omitempty"`
	Rows     int           `json:"rows,omitempty"`
	LeftOut  int           `json:"left_out,omitempty"`
	Samples  int           `json:"samples"`
	Baseline string        `json:"baseline"`
	Config   Config        `json:"config"`
	// Random describes what the intervals and p-values treat as random, Fixed what they treat as fixed.
	Random string `json:"random"`
	Fixed  string `json:"fixed"`
	// Answer is Fails if a statement fails, else Undecided if one is undecided, else Holds.
	Answer     Answer      `json:"answer"`
	Holding    int         `json:"holding"`
	Failing    int         `json:"failing"`
	Open       int         `json:"undecided"`
	Statements []Statement `json:"statements"`
	// Jointly counts the answers that are still decided if all statements are tested together: given what is Fixed, the probability that any
	// of them is wrong is at most 1 − Config.Level.
	Jointly  int      `json:"standing"`
	Gap      Gap      `json:"gap"`
	Method   string   `json:"method,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
}

// Order reads an order over the features from a file: an expert's statements, or the output of igbo dag --format json.
func (s *Explainer) Order(file string, c Config) (*dag.DAG, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, fmt.Errorf("explain: reading the order: %w", err)
	}
	if info.IsDir() {
		return nil, fmt.Errorf("explain: reading the order: %s is a folder, want a file", file)
	}
	if info.Size() > expert.MaxFile {
		return nil, fmt.Errorf("explain: reading the order: the file %s has %d bytes, which is too large (max %d)", file, info.Size(), expert.MaxFile)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("explain: reading the order: %w", err)
	}
	d, err := compare.ParseOrder(file, text, s.Names, dag.Score(c.Attribution.Score))
	if err != nil {
		return nil, fmt.Errorf("explain: reading the order: %w", err)
	}
	return d, nil
}

// Check compares the model's scores of the data with an order, statement by statement. For each statement it compares the interval of the
// mean over the samples with the interval that the order states. If the order states no numbers, it compares with 0.
//
// The samples are treated as independent draws; a series counts as one. The intervals include the randomness of everything computed from
// the samples: the background of trees and programs, the permutations of sampled values, and a baseline that is the mean of the data. The
// model is fixed, and so is a baseline that belongs to it, zero or the training mean.
//
// Each statement has a separate interval. Of 20 statements that are just met or missed, one at the level 0.95 may be answered wrongly by
// chance. Jointly counts the answers that hold when all are tested together.
func (of *Explainer) Check(ctx context.Context, c Config, d *dag.DAG, progress func(done, total int)) (*Check, error) {
	k, err := newRun(of).check(ctx, c, d, progress)
	if err != nil {
		return nil, fmt.Errorf("explain: %w", err)
	}
	return k, nil
}

func (s *run) check(ctx context.Context, c Config, d *dag.DAG, progress func(done, total int)) (*Check, error) {
	if s.Empty() {
		return nil, errNoExplainer
	}
	if d.Empty() {
		return nil, errors.New("the order is empty; it must contain at least one statement")
	}
	if err := d.CheckFeatures(s.Names); err != nil {
		return nil, err
	}
	if n := s.Samples(); n < 2 {
		return nil, fmt.Errorf("intervals require at least 2 samples, but the data have %d", n)
	}
	signs, err := d.Signs(s.Data.Features, s.FeatureColumns(), false)
	if err == nil && signs != nil {
		err = s.ofColumns(signs)
	}
	if err != nil {
		return nil, err
	}
	list := append(claims(d), directionClaims(s.Data.Features, signs)...)
	sums, baseline, err := s.judge(ctx, c, list, progress)
	if err != nil {
		return nil, err
	}
	if s.box == nil {
		c.Attribution, _ = s.attribution(c)
	}
	k := &Check{Model: s.ModelFile, Kind: s.Kind, Digest: s.Digest, Inputs: s.Inputs, Data: s.DataFile, Columns: s.Columns, Rows: s.Rows, LeftOut: s.LeftOut, Samples: s.Samples(), Baseline: baseline, Config: c, Gap: sums.gap()}
	k.Random, k.Fixed = s.randomness(c, baseline)
	for i := range list {
		k.Statements = append(k.Statements, list[i].answered(c.Level))
	}
	k.together()
	if s.box != nil {
		k.Method, k.Samples = s.box.method(c), s.explained
	}
	k.Warnings = append(append(k.Warnings, s.warnings...), s.noise.warning()...)
	if w := s.Warning(c); w != "" {
		k.Warnings = append(k.Warnings, w)
	}
	k.count()
	return k, nil
}

// judge adds the scores of all samples to the statements, with everything on which their intervals depend.
func (s *run) judge(ctx context.Context, c Config, list []claim, progress func(done, total int)) (sums *tally, baseline string, err error) {
	sums, s.inferring = newTally(s.Names), true
	lean, err := s.lean(ctx, c, list)
	if err != nil {
		return nil, "", err
	}
	baseline, err = s.walk(ctx, c, progress, func(d igbo.Data, x *igbo.Explanation, phi []float64) error {
		sums.add(x)
		var of *effects
		if directed(list) {
			if of, err = s.effectsOf(c, d, phi); err != nil {
				return err
			}
		}
		for i := range list {
			list[i].behind = s.influence
			list[i].add(x.Scores, of, func(sample int) float64 { return lean.move(i, d, sample) })
		}
		return nil
	})
	return sums, baseline, err
}
