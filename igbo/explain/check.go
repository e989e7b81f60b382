package explain

import (
	"context"
	"fmt"
	"math"
	"os"
	"strings"
	"text/tabwriter"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

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
	// Min and Max are what it asks for.
	Min float64 `json:"min"`
	Max float64 `json:"max"`
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
	Data   string `json:"data"`
	Order  string `json:"order,omitempty"`
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
// interval of each mean over the samples with the interval that is asked for. Each
// statement's interval is its own: of 20 that are just met or missed, one at the
// level 0.95 may be answered wrongly by chance. The samples are taken to be
// independent draws.
func (s *Subject) Check(ctx context.Context, c Config, d *dag.DAG, progress func(done, total int)) (*Check, error) {
	if d == nil || len(d.Edges)+len(d.Bounds)+len(d.Ties) == 0 {
		return nil, fmt.Errorf("explain: an order without statements, expected at least one")
	}
	if err := d.CheckFeatures(s.Names); err != nil {
		return nil, fmt.Errorf("explain: %w", named.Once("dag", err))
	}
	x, baseline, err := s.scores(ctx, c, progress)
	if err != nil {
		return nil, fmt.Errorf("explain: %w", named.Once("explain", err))
	}
	if n, _ := x.Scores.Dims(); n < 2 {
		return nil, fmt.Errorf("explain: %d samples, expected at least 2 for intervals", n)
	}
	c.Attribution, _ = s.attribution(c)
	k := &Check{Model: s.ModelFile, Kind: s.Kind, Digest: s.Digest, Data: s.DataFile, Columns: s.Columns, Rows: s.Rows, LeftOut: len(s.Lost), Samples: s.Data.Samples(), Baseline: baseline, Config: c, Gap: gapOf(x)}
	k.Statements = statements(d, x.Scores, c.Level)
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

// statements are those of an order: its edges, bounds and ties.
func statements(d *dag.DAG, scores *mat.Dense, level float64) (list []Statement) {
	name := func(k int) string { return d.Features[k] }
	for _, e := range d.Edges {
		s := Statement{Text: name(e.U) + " above " + name(e.V), Value: fmt.Sprintf("H(%s) − H(%s)", name(e.U), name(e.V)), Min: e.Epsilon, Max: e.Delta}
		list = append(list, s.measured(scores, e.U, e.V, level))
	}
	for _, b := range d.Bounds {
		s := Statement{Text: fmt.Sprintf("%s within %.4g and %.4g", name(b.K), b.Min, b.Max), Value: fmt.Sprintf("H(%s)", name(b.K)), Min: b.Min, Max: b.Max}
		list = append(list, s.measured(scores, b.K, -1, level))
	}
	for _, t := range d.Ties {
		s := Statement{Text: fmt.Sprintf("%s as %s, within %.4g", name(t.U), name(t.V), t.Within), Value: fmt.Sprintf("H(%s) − H(%s)", name(t.U), name(t.V)), Min: -t.Within, Max: t.Within}
		list = append(list, s.measured(scores, t.U, t.V, level))
	}
	return list
}

// measured fills in what the scores say: of H_u − H_v, or of H_u for v < 0.
func (s Statement) measured(scores *mat.Dense, u, v int, level float64) Statement {
	n, _ := scores.Dims()
	values := make([]float64, n)
	for i := range values {
		if values[i] = scores.At(i, u); v >= 0 {
			values[i] -= scores.At(i, v)
		}
		if s.Min <= values[i] && values[i] <= s.Max {
			s.Kept += 1 / float64(n)
		}
	}
	s.Mean = stat.Mean(values, nil)
	half := halfWidth(values, level)
	s.Low, s.High = s.Mean-half, s.Mean+half
	s.Kept = math.Min(s.Kept, 1)
	switch {
	case s.Low >= s.Min && s.High <= s.Max:
		s.Answer = Holds
	case s.High < s.Min || s.Low > s.Max:
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
		fmt.Fprintf(w, "%s\t%s\t[%.4g, %.4g]\t%+.4f\t[%+.4f, %+.4f]\t%.0f %%\n", s.Answer, s.Text, s.Min, s.Max, s.Mean, s.Low, s.High, 100*s.Kept)
	}
	w.Flush()
	fmt.Fprintf(&b, "The order %s: of %d statements %d hold, %d fail, %d are undecided (%s scores of %d samples at the baseline %s).\n",
		map[Answer]string{Holds: "holds", Fails: "fails", Undecided: "is undecided"}[k.Answer], len(k.Statements), k.Holding, k.Failing, k.Open, k.Config.Attribution.Score, k.Samples, k.Baseline)
	for _, warning := range k.Warnings {
		fmt.Fprintf(&b, "Warning: %s.\n", warning)
	}
	return b.String()
}
