package outcome

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/research/bench/race"
)

// Tables returns the tables of comparisons: times, goals, and first runs. It omits tables without rows.
func Tables(rows []Comparison, goals []Judgement) []Table {
	out := []Table{
		{"Times", []string{"work", "contender", "median", "min", "CPU", "ratio", "rounds", "CPU ratio", ""}, timeCells(rows)},
		{"Goals", []string{"work", "goal", "measured", ""}, goalCells(goals)},
		{firstTitle, []string{"work", "contender", "first run", "compilation", "later run", "first run ÷ later run", "first run ÷ ours"}, firstCells(rows)},
		{"First run in detail", []string{"work", "contender", "first run", "CPU", "compilation", "CPU", "graph", "memory"}, readyCells(rows)},
	}
	return slices.DeleteFunc(out, func(t Table) bool { return len(t.Cells) == 0 })
}

// timeCells returns the times of a run: ours, then those of each peer.
func timeCells(rows []Comparison) [][]string {
	var cells [][]string
	for _, c := range rows {
		cells = append(cells, append([]string{c.Title, "igbo"}, append(timeLine(c.Ours), "", "", "", c.Note)...))
		for _, p := range c.References {
			cells = append(cells, append([]string{"", p.Name}, append(timeLine(p.Timing), p.ratios()...)...))
		}
	}
	return cells
}

// timeLine returns the median, the minimum and the CPU time.
func timeLine(t race.Timing) []string {
	if len(t.Rounds) == 0 {
		return []string{"", "", ""}
	}
	return []string{Seconds(t.Median), Seconds(t.Min), known(t.CPU)}
}

// known formats a time. It returns an empty string if the time was not measured.
func known(t float64) string {
	if t <= 0 {
		return ""
	}
	return Seconds(t)
}

// ratios returns the ratio, its spread over rounds, that of CPU times, and the note.
func (p ReferenceResult) ratios() []string {
	if p.Ratio == nil {
		return []string{"", "", "", p.Note}
	}
	cpu := ""
	if p.RatioCPU != nil {
		cpu = fmt.Sprintf("%.2f×", *p.RatioCPU)
	}
	return []string{fmt.Sprintf("%.2f×", *p.Ratio), fmt.Sprintf("%.2f–%.2f", *p.RatioLow, *p.RatioHigh), cpu, p.Note}
}

func goalCells(goals []Judgement) [][]string {
	var cells [][]string
	for _, g := range goals {
		cells = append(cells, append([]string{g.Title}, g.cells()...))
	}
	return cells
}

// firstTitle is the title of the table of first runs, which matter in a notebook because a cell runs once.
const firstTitle = "First runs"

// firstCells returns the first run next to the later ones, if there are several contenders. It marks a compilation that was not
// measured separately.
func firstCells(rows []Comparison) [][]string {
	var cells [][]string
	for _, c := range rows {
		title := c.Title
		all := append([]race.Timing{called(c.Ours, "igbo")}, timingsOf(c.References)...)
		if all = slices.DeleteFunc(all, func(t race.Timing) bool { return t.First <= 0 || len(t.Rounds) == 0 }); len(all) < 2 || all[0].Name != "igbo" {
			continue
		}
		for i, t := range all {
			seconds, alone := t.Compilation()
			compilation, ratio := Seconds(seconds), ""
			if !alone {
				compilation = "≈ " + compilation
			}
			if i > 0 {
				ratio = fmt.Sprintf("%.2f×", t.First/c.Ours.First)
			}
			cells = append(cells, []string{title, t.Name, Seconds(t.First), compilation, Seconds(t.Median), fmt.Sprintf("%.1f", t.First/t.Median), ratio})
			title = ""
		}
	}
	return cells
}

// readyCells returns the time of the first run, the compilation time, the size of the graph and the memory.
func readyCells(rows []Comparison) [][]string {
	var cells [][]string
	for _, c := range rows {
		title := c.Title
		for _, t := range append([]race.Timing{called(c.Ours, "igbo")}, timingsOf(c.References)...) {
			if t.First > 0 {
				cells = append(cells, append([]string{title, t.Name}, readyLine(t)...))
				title = ""
			}
		}
	}
	return cells
}

// called returns a timing with a name, because the timing of a failed row has none.
func called(t race.Timing, name string) race.Timing {
	t.Name = name
	return t
}

func timingsOf(references []ReferenceResult) []race.Timing {
	var out []race.Timing
	for _, p := range references {
		out = append(out, p.Timing)
	}
	return out
}

func readyLine(t race.Timing) []string {
	cells := []string{Seconds(t.First), known(t.FirstCPU), "", "", "", megabytes(t.Memory)}
	if t.Compile != nil {
		cells[2], cells[3] = Seconds(*t.Compile), known(*t.CompileCPU)
	}
	if t.Graph > 0 {
		cells[4] = fmt.Sprint(t.Graph)
	}
	return cells
}

// Versions lists each version of a contender once.
func Versions(rows []Comparison) []string {
	var lines []string
	for _, c := range rows {
		for _, p := range c.References {
			if p.Version != "" && !slices.Contains(lines, p.Version) {
				lines = append(lines, p.Version)
			}
		}
	}
	return lines
}

// Agreement reports how closely the outputs agreed, at worst, for each peer.
func Agreement(rows []Comparison) string {
	worst := map[string]float64{}
	for _, c := range rows {
		for _, p := range c.References {
			if p.Disagreement != nil && p.Ratio != nil {
				worst[p.Name] = max(worst[p.Name], *p.Disagreement)
			}
		}
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(worst)) {
		parts = append(parts, fmt.Sprintf("%s %.0e", name, worst[name]))
	}
	return strings.Join(parts, ", ")
}
