package bench

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/bench/peer"
)

// Report is what a run measured.
type Report struct {
	Config      Config       `json:"config"`
	Target      Target       `json:"target"`
	Machine     Machine      `json:"machine"`
	Comparisons []Comparison `json:"comparisons"`
	Studies     []Study      `json:"studies"`
	Goals       []Judgement  `json:"goals"`
	// Partial says why rows or rounds are missing; it is empty where none is.
	Partial string `json:"partial,omitempty"`
}

// Study is a table of its own, with what it shows in words.
type Study struct {
	Name     string     `json:"name"`
	Title    string     `json:"title"`
	Header   []string   `json:"header"`
	Rows     [][]string `json:"rows"`
	Findings []string   `json:"findings"`
}

const maxFinite = math.MaxFloat64

func sortedNames(o peer.Outputs) []string { return sortedKeys(o) }

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// Table is a title, the names of columns, and lines.
type Table struct {
	Title  string
	Header []string
	Cells  [][]string
}

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
		cells = append(cells, append([]string{c.Title, "igbo"}, append(c.Ours.cells(), "", "", "", c.Note)...))
		for _, p := range c.Peers {
			cells = append(cells, append([]string{"", p.Name}, append(p.Timing.cells(), p.ratios()...)...))
		}
	}
	return cells
}

// cells are median, min and CPU time.
func (t Timing) cells() []string {
	if len(t.Rounds) == 0 {
		return []string{"", "", ""}
	}
	return []string{seconds(t.Median), seconds(t.Min), known(t.CPU)}
}

// known writes a time, or nothing where it was not measured.
func known(t float64) string {
	if t <= 0 {
		return ""
	}
	return seconds(t)
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
		for _, t := range append([]Timing{called(c.Ours, "igbo")}, timingsOf(c.Peers)...) {
			if t.First > 0 {
				cells = append(cells, append([]string{title, t.Name}, t.readyCells()...))
				title = ""
			}
		}
	}
	return cells
}

// called is a timing with a name, which a row that failed has not.
func called(t Timing, name string) Timing {
	t.Name = name
	return t
}

func timingsOf(peers []PeerResult) []Timing {
	var out []Timing
	for _, p := range peers {
		out = append(out, p.Timing)
	}
	return out
}

func (t Timing) readyCells() []string {
	cells := []string{seconds(t.First), known(t.FirstCPU), "", "", "", megabytes(t.Memory)}
	if t.Compile != nil {
		cells[2], cells[3] = seconds(*t.Compile), known(*t.CompileCPU)
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
