package outcome

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/bench/race"
)

// Tables are those of comparisons: times, goals, and what it takes to begin.
// One without lines is left out.
func Tables(rows []Comparison, goals []Judgement) []Table {
	out := []Table{
		{"Times", []string{"work", "contender", "median", "min", "CPU", "ratio", "rounds", "CPU ratio", ""}, timeCells(rows)},
		{"Goals", []string{"work", "goal", "measured", ""}, goalCells(goals)},
		{"To begin with", []string{"work", "contender", "first run", "CPU", "compilation", "CPU", "graph", "memory"}, readyCells(rows)},
	}
	return slices.DeleteFunc(out, func(t Table) bool { return len(t.Cells) == 0 })
}

// timeCells are the times of a run: ours, then those of each peer.
func timeCells(rows []Comparison) [][]string {
	var cells [][]string
	for _, c := range rows {
		cells = append(cells, append([]string{c.Title, "igbo"}, append(timeLine(c.Ours), "", "", "", c.Note)...))
		for _, p := range c.Peers {
			cells = append(cells, append([]string{"", p.Name}, append(timeLine(p.Timing), p.ratios()...)...))
		}
	}
	return cells
}

// cells are median, min and CPU time.
func timeLine(t race.Timing) []string {
	if len(t.Rounds) == 0 {
		return []string{"", "", ""}
	}
	return []string{Seconds(t.Median), Seconds(t.Min), known(t.CPU)}
}

// known writes a time, or nothing where it was not measured.
func known(t float64) string {
	if t <= 0 {
		return ""
	}
	return Seconds(t)
}

// ratios are the ratio, its spread over rounds, that of CPU times, and the note.
func (p PeerResult) ratios() []string {
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

// readyCells are the first run, compilation alone, the graph and the memory.
func readyCells(rows []Comparison) [][]string {
	var cells [][]string
	for _, c := range rows {
		title := c.Title
		for _, t := range append([]race.Timing{called(c.Ours, "igbo")}, timingsOf(c.Peers)...) {
			if t.First > 0 {
				cells = append(cells, append([]string{title, t.Name}, readyLine(t)...))
				title = ""
			}
		}
	}
	return cells
}

// called is a timing with a name, which a row that failed has not.
func called(t race.Timing, name string) race.Timing {
	t.Name = name
	return t
}

func timingsOf(peers []PeerResult) []race.Timing {
	var out []race.Timing
	for _, p := range peers {
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
		for _, p := range c.Peers {
			if p.Version != "" && !slices.Contains(lines, p.Version) {
				lines = append(lines, p.Version)
			}
		}
	}
	return lines
}

// Agreement says how closely the outputs agreed, at worst, for each peer.
func Agreement(rows []Comparison) string {
	worst := map[string]float64{}
	for _, c := range rows {
		for _, p := range c.Peers {
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
