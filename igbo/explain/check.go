package explain

import (
	"context"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/expert"
	"github.com/igbolab/igbolab/igbo/internal/named"
	"github.com/igbolab/igbolab/igbo/subject"
	"github.com/igbolab/igbolab/igbo/table/encode"
	"github.com/igbolab/igbolab/igbo/verdict"
)

// Answer says whether a statement holds.
type Answer string

// The answers.
const (
	Holds     Answer = "holds"     // the whole interval is within the statement's
	Fails     Answer = "fails"     // the whole interval is outside
	Undecided Answer = "undecided" // the interval is partly within
)

// Statement is one statement of an order, with what the model makes of it.
type Statement struct {
	// Text is such as "age above income"; Value what it is about, H_u − H_v or H_k.
	Text  string `json:"text"`
	Value string `json:"value"`
	// Min and Max are what it asks for, nil where the order does not say; an order without numbers asks for the sign of the difference
	// alone, which is that it is above 0: Min is then 0 and Sign true.
	Min  *float64 `json:"min,omitempty"`
	Max  *float64 `json:"max,omitempty"`
	Sign bool     `json:"sign,omitempty"`
	// Mean is the mean over samples, Low and High its interval at the level of the check.
	Mean   float64 `json:"mean"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	Answer Answer  `json:"answer"`
	// Kept is the share of samples that keep the statement by themselves.
	Kept float64 `json:"kept"`
	// P is how likely the interval alone would give this answer, or a stronger one, where the opposite is true; Adjusted is it after Holm's method, for all statements together.
	P        float64 `json:"p"`
	Adjusted float64 `json:"adjusted"`
}

// Check is what Subject.Check found.
type Check struct {
	Model  string `json:"model"`
	Kind   string `json:"kind"`
	Digest string `json:"digest,omitempty"`
	// Inputs are those of an ONNX model, with the columns that they take.
	Inputs []subject.Taken `json:"inputs,omitempty"`
	Data   string          `json:"data"`
	Order  string          `json:"order,omitempty"`
	// Columns say what each column of the data was taken for; of Rows rows LeftOut lack a value that the model needs.
	Columns  []encode.Line `json:"columns,omitempty"`
	Rows     int           `json:"rows,omitempty"`
	LeftOut  int           `json:"left_out,omitempty"`
	Samples  int           `json:"samples"`
	Baseline string        `json:"baseline"`
	Config   Config        `json:"config"`
	// Random names what the intervals and p-values take to be a random draw, Fixed what they hold fixed.
	Random string `json:"random"`
	Fixed  string `json:"fixed"`
	// Answer is Fails where a statement fails, else Undecided where one is undecided, else Holds.
	Answer     Answer      `json:"answer"`
	Holding    int         `json:"holding"`
	Failing    int         `json:"failing"`
	Open       int         `json:"undecided"`
	Statements []Statement `json:"statements"`
	// Standing counts the answers that are decided when all statements are judged together: given what is Fixed, the probability that one of them
	// is wrong is at most 1 − Config.Level.
	Standing int      `json:"standing"`
	Gap      Gap      `json:"gap"`
	Method   string   `json:"method,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
}

// Order reads an order over the subject's features from a file: an expert's statements, or what
// igbo dag --format json wrote.
func (s *Subject) Order(file string, c Config) (*dag.DAG, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, fmt.Errorf("explain: the order: %w", err)
	}
	if info.IsDir() || info.Size() > expert.MaxFile {
		return nil, fmt.Errorf("explain: the order %s is a folder or has %d bytes, expected a file of at most %d", file, info.Size(), expert.MaxFile)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("explain: the order: %w", err)
	}
	d, err := verdict.ParseOrder(file, text, s.Names, dag.Score(c.Attribution.Score))
	if err != nil {
		return nil, fmt.Errorf("explain: the order: %w", named.Once("verdict", err))
	}
	return d, nil
}

// Check compares the model's scores of the data with an order, statement by statement. It compares the interval of each mean over the samples with
// the interval that the order states, or with 0 if the order states no numbers.
//
// The samples are taken to be independent draws; a series counts as one. The intervals include the randomness of everything that is computed from
// the samples: of the background of trees and programs, of the permutations of sampled values, and of a baseline that is the mean of the data. The
// model is fixed, and so is a baseline that belongs to it, zero or the training mean.
//
// Each statement has its own interval: of 20 statements that are just met or missed, one at the level 0.95 may be answered wrongly by chance.
// Standing counts the answers that hold when all are judged together.
func (of *Subject) Check(ctx context.Context, c Config, d *dag.DAG, progress func(done, total int)) (*Check, error) {
	k, err := newRun(of).check(ctx, c, d, progress)
	if err != nil {
		return nil, fmt.Errorf("explain: %w", named.Once("explain", err))
	}
	return k, nil
}

func (s *run) check(ctx context.Context, c Config, d *dag.DAG, progress func(done, total int)) (*Check, error) {
	if s.Empty() {
		return nil, errNoSubject
	}
	if d.Empty() {
		return nil, fmt.Errorf("an order without statements, expected at least one")
	}
	if err := d.CheckFeatures(s.Names); err != nil {
		return nil, named.Once("dag", err)
	}
	if n := s.Samples(); n < 2 {
		return nil, fmt.Errorf("%d samples, expected at least 2 for intervals", n)
	}
	signs, err := d.Signs(s.Data.Features, s.FeatureColumns(), false)
	if err == nil && signs != nil {
		err = s.ofColumns(signs)
	}
	if err != nil {
		return nil, named.Once("dag", err)
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

// judge takes the scores of all samples into statements, with what their intervals depend on.
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

// randomness returns what the intervals take to be a random draw, and what they hold fixed.
func (s *run) randomness(c Config, baseline string) (random, fixed string) {
	_, sampled := s.box.(*command)
	switch {
	case s.box == nil && s.estimated(c):
		return "the samples and of the baseline, which is their mean", "the model"
	case s.box == nil:
		return "the samples", fmt.Sprintf("the model and its baseline (%s)", baseline)
	case s.influence.m < 2:
		return "the samples", "the model and its one background row"
	case sampled:
		return "the samples, of the background and of the permutations", "the model"
	}
	return "the samples and of the background", "the model"
}

// count counts the answers.
func (k *Check) count() {
	for _, s := range k.Statements {
		switch s.Answer {
		case Holds:
			k.Holding++
		case Fails:
			k.Failing++
		default:
			k.Open++
		}
	}
	switch {
	case k.Failing > 0:
		k.Answer = Fails
	case k.Open > 0:
		k.Answer = Undecided
	default:
		k.Answer = Holds
	}
}

// Text is the table of the statements, and the answer.
func (k *Check) Text() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "answer\tstatement\tasked\tmean\t%.4g %% interval\tsamples that keep it\n", 100*k.Config.Level)
	for _, s := range k.Statements {
		fmt.Fprintf(w, "%s\t%s\t%s\t%+.4f\t[%+.4f, %+.4f]\t%.0f %%\n", s.Answer, s.Text, s.asked(), s.Mean, s.Low, s.High, 100*s.Kept)
	}
	w.Flush()
	fmt.Fprintf(&b, "The order %s: of %d statements %d hold, %d fail, %d are undecided (%s scores of %d samples %s).%s\n",
		map[Answer]string{Holds: "holds", Fails: "fails", Undecided: "is undecided"}[k.Answer], len(k.Statements), k.Holding, k.Failing, k.Open, k.Config.Attribution.Score, k.Samples, against(k.Method, k.Baseline), leftOut(k.LeftOut, k.Rows))
	if k.Method != "" {
		fmt.Fprintf(&b, "Scores of %s.\n", k.Method)
	}
	fmt.Fprintf(&b, "The intervals include the randomness of %s; %s %s fixed.\n", k.Random, k.Fixed, map[bool]string{true: "are", false: "is"}[strings.Contains(k.Fixed, " and ")])
	if decided := k.Holding + k.Failing; len(k.Statements) > 1 && decided > 0 {
		fmt.Fprintf(&b, "Judged together, given %s (Holm's method: a wrong answer among all at most %.3g %% of the time), %s.\n", k.Fixed, 100*(1-k.Config.Level), k.standing(decided))
	}
	for _, warning := range k.Warnings {
		fmt.Fprintf(&b, "Warning: %s.\n", warning)
	}
	return b.String()
}
