package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/igbo/research/claims"
	"github.com/igbolab/igbolab/igbo/research/study/learning"
	"github.com/igbolab/igbolab/igbo/research/study/teacherstudent"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate/page"
)

// A Logbook documents a run of the paper's experiment in the form of a reproducibility report: a summary, each claim, and
// remarks for the authors.
type Logbook struct {
	// Result is the result of the run; Run describes the machine and the running time.
	Result *teacherstudent.Result
	Run    Run
}

// The verdicts of a logbook.
const (
	verified     = "verified"
	falsified    = "falsified"
	toy          = "toy"
	inconclusive = "inconclusive"
)

var grades = []string{verified, toy, falsified, inconclusive}

// judged returns the verdict of a claim. A claim that holds is "toy" if only studies support it, because these are simulations
// and small tables. It is verified by a proof, a test of a theorem or a number in closed form.
func judged(c claims.Claim) string {
	switch c.Outcome {
	case claims.Fails:
		return falsified
	case claims.Holds, claims.HoldsMoreGenerally, claims.HoldsConditionally:
		if len(c.Tests) > 0 || slices.ContainsFunc(c.Numbers, func(n claims.Number) bool { return n.Study == "" }) {
			return verified
		}
		return toy
	}
	return inconclusive
}

// HTML returns the logbook as one file that works without a network. It returns an error if a number of a claim is missing or a
// figure cannot be drawn.
func (l Logbook) HTML() ([]byte, error) {
	p, err := l.page()
	if err != nil {
		return nil, err
	}
	return p.HTML(nil)
}

// Markdown returns the logbook as text, without its figure. It returns the errors of HTML.
func (l Logbook) Markdown() ([]byte, error) {
	p, err := l.page()
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", p.Title)
	written(&b, p.Blocks)
	for _, s := range p.Sections {
		fmt.Fprintf(&b, "\n## %s\n", s.Title)
		written(&b, s.Blocks)
	}
	fmt.Fprintf(&b, "\n%s\n", p.Footer)
	return []byte(b.String()), nil
}

// written writes blocks in Markdown.
func written(b *strings.Builder, blocks []page.Block) {
	for _, block := range blocks {
		switch block := block.(type) {
		case page.Text:
			fmt.Fprintf(b, "\n%s\n", block)
		case page.Code:
			fmt.Fprintf(b, "\n```text\n%s\n```\n", block)
		case page.Facts:
			b.WriteString("\n")
			for _, f := range block {
				fmt.Fprintf(b, "- **%s:** %s\n", f[0], f[1])
			}
		case page.Table:
			t := tabulate.Table(block)
			if t.Title != "" {
				fmt.Fprintf(b, "\n**%s**\n", t.Title)
			}
			t.Title = ""
			fmt.Fprintf(b, "\n%s\n", strings.TrimSpace(t.Markdown()))
		}
	}
}

// page returns the sections of the logbook.
func (l Logbook) page() (page.Page, error) {
	p := page.Page{Title: "Logbook of a reproduction: interpretability-guided bi-objective optimisation", Footer: fmt.Sprintf("Written by igbo reproduce --logbook (igbo: %s).", igbo.Info().Version)}
	all, count := claims.All(), map[string]int{}
	for _, c := range all {
		count[judged(c)]++
	}
	p.Blocks = []page.Block{page.Facts(append([][2]string{
		{"Paper", "K. Fouladi and H. Rahmani, Interpretability-Guided Bi-objective Optimization: Aligning Accuracy and Explainability"},
		{"Scope", fmt.Sprintf("Table I repeated with %s; %d claims of the paper checked with committed results and tests; the authors' code was not available", tabulate.Plural(l.Result.Config.Seeds, "seed"), len(all))},
		{"Cost", l.cost()},
		{"Outcome", outcomes(count)},
	}, l.Run.facts("teacher-student")...))}
	listed, err := claimsBySection(all)
	if err != nil {
		return p, err
	}
	horizons, err := horizons()
	if err != nil {
		return p, err
	}
	tables := l.Result.Tables()
	run := page.Section{Title: "This run", Blocks: []page.Block{page.Code("igbo reproduce --seeds " + strconv.Itoa(l.Result.Config.Seeds) + " --seed0 " + strconv.FormatInt(l.Result.Config.Seed0, 10) + " --logbook DIR")}}
	for _, t := range tables {
		run.Blocks = append(run.Blocks, page.Table(t))
	}
	figures, err := l.Result.Figures()
	if err == nil {
		for _, f := range figures[:min(1, len(figures))] {
			run.Blocks = append(run.Blocks, page.Figure{Figure: f})
		}
	}
	p.Sections = append([]page.Section{run}, listed...)
	p.Sections = append(p.Sections, horizons, l.units(), easy(), difficult(), l.letter(count))
	return p, nil
}

// cost returns the running time and the core-hours.
func (l Logbook) cost() string {
	seconds := 0.0
	for _, s := range l.Run.Seconds {
		seconds += s
	}
	return fmt.Sprintf("%.3g s on %s (at most %.2g core-hours), without a GPU", seconds, tabulate.Plural(max(1, l.Run.Cores), "core"), seconds*float64(max(1, l.Run.Cores))/3600)
}

// outcomes describes the number of claims of each verdict.
func outcomes(count map[string]int) string {
	var parts []string
	for _, v := range grades {
		parts = append(parts, fmt.Sprintf("%d %s", count[v], v))
	}
	return strings.Join(parts, ", ")
}

// claimsBySection lists every claim once, in a section for each part of the paper.
func claimsBySection(all []claims.Claim) (sections []page.Section, err error) {
	first := true
	for _, part := range claims.Parts() {
		t := tabulate.Table{Name: "logbook-" + part, Header: []string{"claim", "verdict", "finding", "command"}}
		for _, c := range all {
			if c.Part != part {
				continue
			}
			why, err := c.Reason()
			if err != nil {
				return nil, fmt.Errorf("report: %w", err)
			}
			t.Rows = append(t.Rows, []string{fmt.Sprintf("%s: %s (%s)", c.ID, c.Text, c.Where), judged(c), fmt.Sprintf("%s: %s", c.Outcome, why), cmp.Or(strings.Join(c.Commands(), "; "), "none")})
		}
		if len(t.Rows) == 0 {
			continue
		}
		s := page.Section{Title: "Claims: " + part, Blocks: []page.Block{page.Table(t)}}
		if first {
			s.Blocks = slices.Insert(s.Blocks, 0, page.Block(page.Text("Verified: a proof, a test of the theorem or a closed form supports the claim. Toy: the claim holds, but only simulations and small tables support it. Verified and toy claims can hold with conditions, which the text states. Falsified: a counterexample or a result contradicts the claim. Inconclusive: no test of this library can decide the claim, or none was run.")))
			first = false
		}
		sections = append(sections, s)
	}
	return sections, nil
}

// horizons describes whether the comparison depends on the number of steps, from the committed learning curves.
func horizons() (page.Section, error) {
	s := page.Section{Title: "Horizon: does the conclusion change with training time?"}
	d := learning.Definition()
	result, err := d.Reported()
	if err != nil || result == nil {
		return s, fmt.Errorf("report: reading the committed learning curves: %w", err)
	}
	curves := result.Tables()[0]
	t := tabulate.Table{Name: "horizon", Title: "Task loss of the IGBO student ÷ task loss of its baseline, one seed", Header: []string{"optimiser"}}
	var at []int
	for i, name := range curves.Header {
		if strings.HasPrefix(name, "L a") { // "L after N steps", "L at the end"
			at, t.Header = append(at, i), append(t.Header, strings.TrimPrefix(name, "L "))
		}
	}
	most := 0.0
	for _, row := range curves.Rows {
		setting, found := strings.CutPrefix(row[0], "IGBO, ")
		i := slices.IndexFunc(curves.Rows, func(other []string) bool { return other[0] == "baseline, "+setting })
		if !found || i < 0 {
			continue
		}
		line := []string{setting}
		for _, j := range at {
			own, err1 := strconv.ParseFloat(row[j], 64)
			base, err2 := strconv.ParseFloat(curves.Rows[i][j], 64)
			if err1 != nil || err2 != nil {
				return s, fmt.Errorf("report: the learning curves have the cells %q and %q, want numbers", row[j], curves.Rows[i][j])
			}
			most = max(most, math.Abs(own/base-1))
			line = append(line, fmt.Sprintf("%.4f", own/base))
		}
		t.Rows = append(t.Rows, line)
	}
	s.Blocks = []page.Block{page.Table(t), page.Table(curves),
		page.Text(fmt.Sprintf("The two students never differ by more than %.1f %%. Only the distance of both from least squares changes with training time.", 100*most)), page.Code("igbo study run learning-curves")}
	return s, nil
}

// units checks the numbers that have units, and conditions that every result must satisfy.
func (l Logbook) units() page.Section {
	t := tabulate.Table{Name: "units", Title: "Identities and ranges in this run", Header: []string{"check", "found", "holds"}}
	add := func(what, found string, holds bool) {
		t.Rows = append(t.Rows, []string{what, found, map[bool]string{true: "yes", false: "no"}[holds]})
	}
	best, least, shares := math.Inf(1), math.NaN(), [2]float64{math.Inf(1), math.Inf(-1)}
	for _, r := range l.Result.Rows {
		if r.ValMSE == nil {
			continue
		}
		switch r.Name {
		case "least_squares":
			least = r.ValMSE.Mean
		case "baseline", "igbo":
			best = min(best, r.ValMSE.Mean)
		}
		if s := r.EdgesSatisfiedShare; s != nil {
			shares = [2]float64{min(shares[0], s.Mean), max(shares[1], s.Mean)}
		}
	}
	add("No linear student is far below least squares on validation points (at least 0.98 of its error)", fmt.Sprintf("%.4g compared with %.4g", best, least), best >= 0.98*least)
	add("Shares of satisfied edges are in [0, 1]", fmt.Sprintf("%.3g to %.3g", shares[0], shares[1]), shares[0] >= 0 && shares[1] <= 1)
	low, high := math.Inf(1), math.Inf(-1)
	for _, m := range l.Result.Importance {
		for _, s := range m.Scores {
			if s != nil {
				low, high = min(low, s.Mean), max(high, s.Mean)
			}
		}
	}
	add("Importances H are in [−1, 1]", tabulate.Minus(fmt.Sprintf("%.3g to %.3g", low, high)), low >= -1 && high <= 1)
	turns := tabulate.Table{Name: "turns", Title: "Change of a step's direction if another unit of the target multiplies the task loss by 100", Header: []string{"rule", "degrees"},
		Notes: []string{"For g1 = (1, 0), g2 = (−1, 2) and λ = ½. If the direction does not change, the rule does not depend on the units of the losses."}}
	for _, rule := range projection.Rules() {
		v, w := projection.Combine(rule, []float64{1, 0}, []float64{-1, 2}, 0.5), projection.Combine(rule, []float64{100, 0}, []float64{-1, 2}, 0.5)
		angle := math.Atan2(v[0]*w[1]-v[1]*w[0], v[0]*w[0]+v[1]*w[1])
		turns.Rows = append(turns.Rows, []string{rule.String(), fmt.Sprintf("%.1f", math.Abs(angle)*180/math.Pi)})
	}
	return page.Section{Title: "Checks of units", Blocks: []page.Block{page.Table(t), page.Table(turns)}}
}

func easy() page.Section {
	return page.Section{Title: "What was easy", Blocks: []page.Block{
		page.Text("The method is described well enough to implement: temporal integrated gradients, the α rule and the projection P are formulas with few choices. The experiment is small: five seeds take seconds on two cores. The descent of P on both losses (Theorems 3 and 4) holds as stated and is easy to test."),
	}}
}

func difficult() page.Section {
	return page.Section{Title: "What was difficult", Blocks: []page.Block{
		page.Text("The optimiser of the IGBO student is not named, and the reported reduction depends only on this optimiser. The text and the table disagree on the teacher's error. How 50 batches of 32 come from 200 points is not stated, nor is what happens if no edge passes α. Edges have opposite directions in two sections. With the signed score and a baseline at the centre, the population's H is zero for every linear student, so the score cannot be steered. The closed form for λ and η in the proof of Theorem 4 is wrong, and P is not the direction of MGDA, as a proof assumes."),
	}}
}

// letter returns a letter to the authors with the numbers of this run.
func (l Logbook) letter(count map[string]int) page.Section {
	pairs := ""
	for _, c := range l.Result.Comparisons {
		pairs += fmt.Sprintf("- %s compared with %s: mean error %s (%s)\n", c.IGBO, c.Baseline, tabulate.Minus(fmt.Sprintf("%+.2f %%", -100*c.OfMeans)), c.Note)
	}
	return page.Section{Title: "Contact with the authors", Blocks: []page.Block{
		page.Text("The authors were not contacted before this run. This letter is ready to send."),
		page.Code(fmt.Sprintf(`Dear K. Fouladi and H. Rahmani,

we reproduced "Interpretability-Guided Bi-objective Optimization: Aligning
Accuracy and Explainability" with our own software. We checked %d claims, with these verdicts:
%s.

We could not reproduce the error reduction of 71 %% in Table I. With %s and
identical training we find:

%s
We would like to ask:

1. Which optimiser, learning rate and number of steps did each row of Table I
   use, and were the baseline and the IGBO student trained identically?
2. How were the 50 batches of 32 drawn from 200 points?
3. Was the score signed, and where was the baseline of the path?
4. Is the printed teacher error (1.85) or the one in the text (below 0.01) right?
5. May we see the code, or the seeds of the five runs?

Every verdict has a command that repeats it. If one of them is wrong, we will
correct it and say so.

With kind regards`, len(claims.All()), outcomes(count), tabulate.Plural(l.Result.Config.Seeds, "seed"), pairs)),
	}}
}
