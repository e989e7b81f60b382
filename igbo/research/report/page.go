package report

import (
	"cmp"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/research/claims"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/slurm"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate/page"
	"github.com/igbolab/igbolab/plots"
)

// Page returns the report as a page: a section for each study that has a result, and a last one for those without. It returns
// an error if settings cannot be listed or figures cannot be made.
func Page(entries []Entry) (page.Page, error) {
	p := page.Page{Title: "Results of the IGBO studies", Footer: fmt.Sprintf("Written by igbo report (igbo: %s).", igbo.Info().Version)}
	var missing []Entry
	for _, e := range entries {
		if e.Result == nil {
			missing = append(missing, e)
			continue
		}
		s, err := e.section()
		if err != nil {
			return p, fmt.Errorf("report: %s: %w", e.Name, err)
		}
		p.Sections = append(p.Sections, s)
	}
	p.Blocks = []page.Block{
		page.Text("Interpretability-guided bi-objective optimisation (IGBO) trains a model on a task and on an importance order of its features. " +
			"Each section below describes one study: its question, a short answer with the numbers of this result, and the main figure. Open the folded parts for all tables and figures, the command that repeats the study, and the details of the run."),
		page.Facts{{"Studies", fmt.Sprintf("%d with a result, %d without", len(p.Sections), len(missing))}, {"Page written by", fmt.Sprintf("igbo report (%s), %s %s/%s", igbo.Info().Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)}},
	}
	if len(missing) > 0 {
		p.Sections = append(p.Sections, without(missing))
	}
	return p, nil
}

// Claims returns a section with the paper's claims: the number of claims with each verdict, and every claim with its evidence.
// It returns an error if a number is missing.
func Claims() (page.Section, error) {
	all := claims.All()
	s := page.Section{Title: "The paper, claim by claim", Anchor: "claims", About: "The verdict on each claim of the paper, and its evidence"}
	figure, err := claims.Figure(all, "")
	if err != nil {
		return s, fmt.Errorf("report: %w", err)
	}
	s.Blocks = []page.Block{page.Table(claims.Counts(all)), page.Figure{Figure: figure}}
	for _, part := range claims.Parts() {
		of := slices.DeleteFunc(slices.Clone(all), func(c claims.Claim) bool { return c.Part != part })
		if len(of) == 0 {
			continue
		}
		t, err := claims.Table(part, of)
		if err != nil {
			return s, fmt.Errorf("report: %w", err)
		}
		s.Blocks = append(s.Blocks, page.Table(t))
	}
	return s, nil
}

// without returns the section of the studies that have no result.
func without(missing []Entry) page.Section {
	s := page.Section{Title: "Studies without a result", Anchor: "without-a-result", Blocks: []page.Block{
		page.Text("These studies have no result in this report. Each command below writes a result into a folder; pass the folder to igbo report --results.")}}
	for _, e := range missing {
		s.Blocks = append(s.Blocks, page.Text(e.Name+": "+e.Question), page.Code("igbo study run "+e.Name))
	}
	return s
}

// section returns the section of a study in the page.
func (e Entry) section() (page.Section, error) {
	s := page.Section{Title: e.Name, Anchor: e.Name, About: e.Question}
	command, err := e.command()
	if err != nil {
		return s, err
	}
	facts, err := e.facts()
	if err != nil {
		return s, err
	}
	tables := e.Result.Tables()
	answer, err := e.answer(tables)
	if err != nil {
		return s, err
	}
	s.Blocks = []page.Block{page.Statement(e.Question),
		page.Text(cmp.Or(answer, "There is no written answer for these settings. See the figures and tables for the results."))}
	figures, err := e.Result.Figures()
	if err != nil { // some numbers diverged
		s.Blocks = append(s.Blocks, page.Text(fmt.Sprintf("The figures cannot be drawn: %v.", err)))
	}
	drawn := study.Each(figures, func(f plots.Figure) page.Block { return page.Figure{Figure: f} })
	s.Blocks = append(s.Blocks, drawn[:min(1, len(drawn))]...)
	if more := len(drawn) - 1; more > 0 {
		s.Blocks = append(s.Blocks, page.Fold{Title: tabulate.Plural(more, "more figure"), Blocks: drawn[1:]})
	}
	below := study.Each(tables, func(t tabulate.Table) page.Block { return page.Table(t) })
	s.Blocks = append(s.Blocks, page.Fold{Title: tabulate.Plural(len(tables), "table"), Blocks: below},
		page.Fold{Title: "How to repeat the study, and how it was run", Blocks: []page.Block{page.Code(command), facts}})
	return s, nil
}

// shorter maps studies to a shorter command that runs them.
var shorter = map[string]string{"teacher-student": "igbo reproduce", "ablation": "igbo reproduce --ablation", "pareto": "igbo pareto"}

// command returns the command that repeats the study.
func (e Entry) command() (string, error) {
	changed, err := e.Changed()
	if err != nil {
		return "", err
	}
	words := []string{"igbo study run " + e.Name}
	if own, ok := shorter[e.Name]; ok && !slices.ContainsFunc(changed, func(s study.Setting) bool { return s.Key != e.Instance.Seeds }) {
		words[0] = own
	}
	for _, c := range changed {
		if c.Key == e.Instance.Seeds {
			words = append(words, "--seeds", c.Value)
		} else {
			words = append(words, "--set", slurm.Quote(c.String()))
		}
	}
	return strings.Join(words, " "), nil
}

// facts returns the seeds, the origin, the versions and the machine.
func (e Entry) facts() (page.Facts, error) {
	seeds, err := e.seeds()
	if err != nil {
		return nil, err
	}
	cells, err := e.Cells()
	if err != nil {
		return nil, err
	}
	f := page.Facts{{"Seeds", seeds}, {"Runs", fmt.Sprint(cells)}, {"Result", cmp.Or(e.Folder, "committed with the study")}}
	if e.Run == nil {
		return append(f, [2]string{"Run", "versions and machine were not recorded"}), nil
	}
	return append(f, e.Run.facts(e.Name)...), nil
}

// seeds describes the seeds.
func (e Entry) seeds() (string, error) {
	n, first, ok, err := e.Seeded()
	switch {
	case err != nil:
		return "", err
	case e.Instance.Seeds == "":
		return "none (the study has no random draws)", nil
	case !ok:
		return fmt.Sprint(n), nil
	}
	return fmt.Sprintf("%d, starting at %d", n, first), nil
}

// facts returns the lines about a run of the study with this name.
func (r *Run) facts(name string) (f page.Facts) {
	add := func(name string, parts ...string) {
		parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
		if len(parts) > 0 {
			f = append(f, [2]string{name, strings.Join(parts, ", ")})
		}
	}
	if seconds, ok := r.Seconds[name]; ok {
		add("Time", fmt.Sprintf("%.3g s", seconds))
	}
	if r.Backend != nil {
		add("Backend", r.Backend.Description)
	}
	add("Machine", r.Processor, r.System, fmt.Sprintf("%s used", tabulate.Plural(r.Cores, "core")))
	versions := []string{r.Go}
	if r.Igbo != "" {
		versions = append([]string{fmt.Sprintf("igbo (%s)", r.Igbo)}, versions...)
	}
	for _, m := range slices.Sorted(maps.Keys(r.Modules)) {
		versions = append(versions, m+" "+r.Modules[m])
	}
	add("Versions", versions...)
	return f
}
