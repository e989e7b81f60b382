package bench

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/research/bench/outcome"
	"github.com/igbolab/igbolab/igbo/research/bench/workload"
	"github.com/igbolab/igbolab/plots"
)

//go:embed quick/*.json
var referenceRuns embed.FS

// QuickConfig returns a configuration that measures a few workloads without
// peers, in less than two minutes. Summarize reads its report.
func QuickConfig() Config {
	cfg := DefaultConfig()
	cfg.Rows = []string{"step", replicasRow, "mlp", "gru-16", "ig-mlp", "explain", "product", "table1"}
	cfg.References = nil
	cfg.Rounds, cfg.Slice = 7, 300*time.Millisecond
	return cfg
}

// Quick compares a machine with a reference machine and reports what slows it down.
type Quick struct {
	// Reference is the machine of the committed run with the same vector instructions, or of the run with AVX2 if there is
	// none.
	Reference outcome.Machine `json:"reference"`
	Speeds    []Speed         `json:"speeds"`
	// Partial is the report's explanation of missing workloads.
	Partial string `json:"partial,omitempty"`
	// Warnings has one sentence for each thing that slows this machine down, with a remedy.
	Warnings []string `json:"warnings"`
	// Expected has the times of common jobs on this machine.
	Expected []Expected `json:"expected"`
}

// Speed is a workload's time and its speed relative to the reference machine.
type Speed struct {
	Row     string  `json:"row"`
	Title   string  `json:"title"`
	Seconds float64 `json:"seconds"`
	// Relative is the reference machine's median time divided by this machine's:
	// above 1 this machine is faster. Low and High are the slowest and the
	// fastest round.
	Relative float64 `json:"relative"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
	// Spread is the slowest round's time divided by the median.
	Spread float64 `json:"spread"`
}

// Expected is the time of a common job.
type Expected struct {
	Job     string  `json:"job"`
	Seconds float64 `json:"seconds"`
}

// Limits beyond which Summarize warns.
const (
	maxSpread  = 1.5  // slowest round / median
	minSpeedUp = 1.5  // two trainings side by side / one after the other; 2 with two free cores
	minSpeed   = 0.25 // of the reference machine
)

// Summarize compares a report of QuickConfig with the reference machine. It
// returns an error if the report has none of the reference's workloads.
func Summarize(r *Report) (*Quick, error) {
	reference, err := referenceRun(r.Machine.Vectors)
	if err != nil {
		return nil, err
	}
	q := &Quick{Reference: reference.Machine, Partial: r.Partial}
	for _, c := range r.Comparisons {
		i := slices.IndexFunc(reference.Comparisons, func(o outcome.Comparison) bool { return o.Row == c.Row })
		if i < 0 || len(c.Ours.Rounds) == 0 {
			continue
		}
		want, slowest := reference.Comparisons[i].Ours.Median, slices.Max(c.Ours.Rounds)
		q.Speeds = append(q.Speeds, Speed{
			Row: c.Row, Title: c.Title, Seconds: c.Ours.Median, Relative: want / c.Ours.Median,
			Low: want / slowest, High: want / c.Ours.Min, Spread: slowest / c.Ours.Median,
		})
	}
	if len(q.Speeds) == 0 {
		return nil, fmt.Errorf("bench: the run must measure at least one of the workloads %s", strings.Join(QuickConfig().Rows, ", "))
	}
	q.Warnings, q.Expected = q.warnings(r), q.expected()
	return q, nil
}

// referenceRun reads the committed run for a set of vector instructions.
func referenceRun(vectors string) (*Report, error) {
	text, err := referenceRuns.ReadFile(path.Join("quick", vectors+".json"))
	if err != nil {
		text, err = referenceRuns.ReadFile("quick/avx2.json")
	}
	if err != nil {
		return nil, fmt.Errorf("bench: reading the reference run: %w", err)
	}
	var run Report
	if err := json.Unmarshal(text, &run); err != nil {
		return nil, fmt.Errorf("bench: reading the reference run: %w", err)
	}
	return &run, nil
}

func (q *Quick) warnings(r *Report) []string {
	var found []string
	if r.Machine.Vectors == "plain" {
		found = append(found, "igbo does not use vector instructions (kernels plain), so matrix products are several times slower. Unset IGBO_VECTOR, or use a processor with AVX2, AVX-512 or NEON.")
	}
	if worst := slices.MaxFunc(q.Speeds, func(a, b Speed) int { return cmp.Compare(a.Spread, b.Spread) }); worst.Spread > maxSpread {
		found = append(found, fmt.Sprintf("Times vary: the slowest round of %s took %.1f times the median (load average %s). Stop other programs, and run the command again.", worst.Row, worst.Spread, r.Machine.LoadAfter))
	}
	if gain := r.speedUp(); gain > 0 && gain < minSpeedUp {
		found = append(found, fmt.Sprintf("Two concurrent trainings are only %.1f times as fast as two consecutive ones, so fewer than two of the %d cores are free. Give the process two free cores.", gain, r.Machine.Cores))
	}
	if median := q.Speed(); median < minSpeed {
		found = append(found, fmt.Sprintf("The machine has %.2g times the speed of the reference machine. It may be emulated, throttled, or limited by a container.", median))
	}
	return found
}

// speedUp returns the speed-up of two trainings that run at the same time, or 0 if it was not measured.
func (r *Report) speedUp() float64 {
	for _, c := range r.Comparisons {
		if c.Row == replicasRow && len(c.References) > 0 && c.References[0].Ratio != nil {
			return *c.References[0].Ratio
		}
	}
	return 0
}

// Speed returns the median of the relative speeds.
func (q *Quick) Speed() float64 {
	var all []float64
	for _, s := range q.Speeds {
		all = append(all, s.Relative)
	}
	slices.Sort(all)
	n := len(all)
	return (all[(n-1)/2] + all[n/2]) / 2
}

// expected derives the times of common jobs from the workloads of this run.
func (q *Quick) expected() []Expected {
	var out []Expected
	for _, job := range []struct {
		row, job string
		runs     float64
	}{
		{"table1", "igbo reproduce", 1},
		{"step", "10 000 IGBO steps of the paper's linear model", 10_000},
		{"mlp", "100 epochs of 10 000 rows, MLP 10-256-256-1, batches of 512", 100 * 10_000 / 512},
		{"explain", "TIG scores of a million rows, MLP 20-64-64-1, 20 points", 1e6 / float64(workload.ExplainedRows)},
	} {
		if i := slices.IndexFunc(q.Speeds, func(s Speed) bool { return s.Row == job.row }); i >= 0 {
			out = append(out, Expected{job.job, q.Speeds[i].Seconds * job.runs})
		}
	}
	return out
}

// barWidth is the length of a bar for the speed of the reference machine, in characters.
const barWidth = 20

// Tables returns the speeds with bars, and the expected times.
func (q *Quick) Tables() []outcome.Table {
	speeds := outcome.Table{Title: "Speed (reference machine = 1)", Header: []string{"speed", "", "time", "workload"}}
	for _, s := range q.Speeds {
		bar := strings.Repeat("█", min(2*barWidth, max(1, int(s.Relative*barWidth+0.5))))
		speeds.Cells = append(speeds.Cells, []string{strconv.FormatFloat(s.Relative, 'f', 2, 64), bar, outcome.Seconds(s.Seconds), s.Title})
	}
	times := outcome.Table{Title: "Expected times on this machine", Header: []string{"job", "about"}}
	for _, e := range q.Expected {
		times.Cells = append(times.Cells, []string{e.Job, outcome.Seconds(e.Seconds)})
	}
	return []outcome.Table{speeds, times}
}

// Text returns the result for a terminal: the tables, then a conclusion with the warnings.
func (q *Quick) Text() string {
	var b strings.Builder
	for _, t := range q.Tables() {
		b.WriteString(t.Text())
	}
	b.WriteString("\n" + q.conclusion())
	return b.String()
}

// Markdown returns the same as a Markdown file with the figure quick.png.
func (q *Quick) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n![Speed by workload](quick.png)\n", q.conclusion())
	for _, t := range q.Tables() {
		fmt.Fprintf(&b, "\n## %s\n\n%s", t.Title, t.Markdown())
	}
	return b.String()
}

func (q *Quick) conclusion() string {
	var b strings.Builder
	fmt.Fprintf(&b, "This machine has %.2g times the speed of the reference machine (%s, %d cores, kernels %s).\n", q.Speed(), q.Reference.CPU, q.Reference.Cores, q.Reference.Vectors)
	switch {
	case q.Partial != "":
		fmt.Fprintf(&b, "The result is incomplete (%s). Run igbo bench --quick again.\n", q.Partial)
	case len(q.Warnings) == 0:
		b.WriteString("No problems found.\n")
	}
	for _, w := range q.Warnings {
		b.WriteString("- " + w + "\n")
	}
	return b.String()
}

// Figure draws the speeds, with the slowest and the fastest round.
func (q *Quick) Figure() (plots.Figure, error) {
	bars := plots.BarSeries{Name: "median, slowest and fastest round"}
	var names []string
	for _, s := range q.Speeds {
		names = append(names, s.Row)
		bars.AddInterval(s.Relative, s.Low, s.High)
	}
	return plots.Bars(names, []plots.BarSeries{bars}, plots.Name("quick"),
		plots.Title(fmt.Sprintf("This machine has %.2g times the reference machine's speed", q.Speed())),
		plots.YLabel("speed relative to the reference"), plots.RuleY("reference machine", 1))
}
