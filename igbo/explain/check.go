package explain

import (
	"context"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/expert"
	"github.com/igbolab/igbolab/igbo/internal/named"
	"github.com/igbolab/igbolab/igbo/table"
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
}

// Check is what Subject.Check found.
type Check struct {
	Model  string `json:"model"`
	Kind   string `json:"kind"`
	Digest string `json:"digest,omitempty"`
	// Inputs are those of an ONNX model, with the columns that they take.
	Inputs []Taken `json:"inputs,omitempty"`
	Data   string  `json:"data"`
	Order  string  `json:"order,omitempty"`
	// Columns say what each column of the data was taken for; of Rows rows LeftOut lack a value that the model needs.
	Columns  []table.Line `json:"columns,omitempty"`
	Rows     int          `json:"rows,omitempty"`
	LeftOut  int          `json:"left_out,omitempty"`
	Samples  int          `json:"samples"`
	Baseline string       `json:"baseline"`
	Config   Config       `json:"config"`
	// Answer is Fails where a statement fails, else Undecided where one is undecided, else Holds.
	Answer     Answer      `json:"answer"`
	Holding    int         `json:"holding"`
	Failing    int         `json:"failing"`
	Open       int         `json:"undecided"`
	Statements []Statement `json:"statements"`
	Gap        Gap         `json:"gap"`
	Warnings   []string    `json:"warnings,omitempty"`
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

// Check compares the model's scores of the data with an order, statement by statement: the
// interval of each mean over the samples with the interval that is asked for, or with 0 where a statement is an order without numbers: intervals
// that were filled in for a training are no claims. Each
// statement's interval is its own: of 20 that are just met or missed, one at the
// level 0.95 may be answered wrongly by chance. The samples are taken to be
// independent draws.
func (s *Subject) Check(ctx context.Context, c Config, d *dag.DAG, progress func(done, total int)) (*Check, error) {
	if s.empty() {
		return nil, fmt.Errorf("explain: %w", errNoSubject)
	}
	if d == nil || len(d.Edges)+len(d.Bounds)+len(d.Ties) == 0 {
		return nil, fmt.Errorf("explain: an order without statements, expected at least one")
	}
	if err := d.CheckFeatures(s.Names); err != nil {
		return nil, fmt.Errorf("explain: %w", named.Once("dag", err))
	}
	if n := s.Samples(); n < 2 {
		return nil, fmt.Errorf("explain: %d samples, expected at least 2 for intervals", n)
	}
	sums, list := newTally(s.Names), claims(d)
	baseline, err := s.walk(ctx, c, progress, func(_ igbo.Data, x *igbo.Explanation) error {
		sums.add(x)
		for i := range list {
			list[i].add(x.Scores)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("explain: %w", named.Once("explain", err))
	}
	if s.box == nil {
		c.Attribution, _ = s.attribution(c)
	}
	k := &Check{Model: s.ModelFile, Kind: s.Kind, Digest: s.Digest, Inputs: s.Inputs, Data: s.DataFile, Columns: s.Columns, Rows: s.Rows, LeftOut: s.LeftOut, Samples: s.Samples(), Baseline: baseline, Config: c, Gap: sums.gap()}
	for i := range list {
		k.Statements = append(k.Statements, list[i].answered(c.Level))
	}
	k.Warnings = append(k.Warnings, s.beyond...)
	if w := s.Warning(c); w != "" {
		k.Warnings = append(k.Warnings, w)
	}
	k.judge()
	return k, nil
}

// judge counts the answers.
func (k *Check) judge() {
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

// claim is a statement with what the scores say so far of H_u − H_v, or of H_u for v < 0.
type claim struct {
	Statement
	u, v   int
	values spread
	kept   int // samples that keep it by themselves
}

// claims are the statements of an order: its edges, bounds and ties. Ends of an interval that the order does not state are no claims.
func claims(d *dag.DAG) (list []claim) {
	name := func(k int) string { return d.Features[k] }
	open := unstated(d)
	for _, e := range d.Edges {
		s := Statement{Text: name(e.U) + " above " + name(e.V), Value: fmt.Sprintf("H(%s) − H(%s)", name(e.U), name(e.V)), Min: &e.Epsilon, Max: &e.Delta}
		ends := open[[2]string{name(e.U), name(e.V)}]
		if ends.Epsilon {
			s.Min, s.Sign = new(float64), true
		}
		if ends.Delta {
			s.Max = nil
		}
		list = append(list, claim{Statement: s, u: e.U, v: e.V})
	}
	for _, b := range d.Bounds {
		s := Statement{Text: fmt.Sprintf("%s within %.4g and %.4g", name(b.K), b.Min, b.Max), Value: fmt.Sprintf("H(%s)", name(b.K)), Min: &b.Min, Max: &b.Max}
		list = append(list, claim{Statement: s, u: b.K, v: -1})
	}
	for _, t := range d.Ties {
		low := -t.Within
		s := Statement{Text: fmt.Sprintf("%s as %s, within %.4g", name(t.U), name(t.V), t.Within), Value: fmt.Sprintf("H(%s) − H(%s)", name(t.U), name(t.V)), Min: &low, Max: &t.Within}
		list = append(list, claim{Statement: s, u: t.U, v: t.V})
	}
	return list
}

// unstated are the ends of intervals that an order does not state, by the features of the edge.
func unstated(d *dag.DAG) map[[2]string]dag.Unstated {
	open := map[[2]string]dag.Unstated{}
	if d.Report != nil {
		for _, e := range d.Report.Unstated {
			open[[2]string{e.U, e.V}] = e
		}
	}
	return open
}

// above tells whether a value is not below what the statement asks for.
func (s Statement) above(v float64) bool { return s.Min == nil || v > *s.Min || v == *s.Min && !s.Sign }

// below tells whether it is not above it.
func (s Statement) below(v float64) bool { return s.Max == nil || v <= *s.Max }

// asked writes what the statement asks for.
func (s Statement) asked() string {
	switch {
	case s.Sign && s.Max == nil:
		return "above 0"
	case s.Sign:
		return fmt.Sprintf("(0, %.4g]", *s.Max)
	case s.Max == nil:
		return fmt.Sprintf("at least %.4g", *s.Min)
	}
	return fmt.Sprintf("[%.4g, %.4g]", *s.Min, *s.Max)
}

// add takes the scores of some samples.
func (k *claim) add(scores *mat.Dense) {
	n, _ := scores.Dims()
	for i := range n {
		value := scores.At(i, k.u)
		if k.v >= 0 {
			value -= scores.At(i, k.v)
		}
		k.values.add(value)
		if k.above(value) && k.below(value) {
			k.kept++
		}
	}
}

// answered is the statement with its answer.
func (k *claim) answered(level float64) Statement {
	s := k.Statement
	s.Kept, s.Mean = float64(k.kept)/k.values.n, k.values.mean
	half := k.values.halfWidth(level)
	s.Low, s.High = s.Mean-half, s.Mean+half
	switch {
	case s.above(s.Low) && s.below(s.High):
		s.Answer = Holds
	case !s.above(s.High) || !s.below(s.Low):
		s.Answer = Fails
	default:
		s.Answer = Undecided
	}
	return s
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
	fmt.Fprintf(&b, "The order %s: of %d statements %d hold, %d fail, %d are undecided (%s scores of %d samples at the baseline %s).%s\n",
		map[Answer]string{Holds: "holds", Fails: "fails", Undecided: "is undecided"}[k.Answer], len(k.Statements), k.Holding, k.Failing, k.Open, k.Config.Attribution.Score, k.Samples, k.Baseline, leftOut(k.LeftOut, k.Rows))
	for _, warning := range k.Warnings {
		fmt.Fprintf(&b, "Warning: %s.\n", warning)
	}
	return b.String()
}
