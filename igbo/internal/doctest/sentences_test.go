package doctest

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// sentences lists statements of notebooks with numbers, and the saved output of each number.
var sentences = []struct {
	notebook, cell, says string // a group for each number
	output, shows        string
}{
	{"01_your_data", "main-read", `following them changes the error by −(\d+) % to \+(\d+) %`, "main", `a skipper .*by −([\d.]+) to \+([\d.]+) %`},
	{"01_your_data", "main-read", `The collector's order costs (\d+) %, and the one upside down (\d+) %`, "main", `(?s)a collector .*? makes (\d+) % more.*?upside down .*? makes (\d+) % more`},
	{"01_your_data", "exercise-4", `with an interval from −([\d.]+) % to \+([\d.]+) %`, "main", `a skipper .*by −([\d.]+) to \+([\d.]+) %`},
	{"01_your_data", "all-ways", `changes by −([\d.]+) to \+([\d.]+) %`, "all-ways-table", `less than 2\.0 % \(−([\d.]+) to \+([\d.]+) %\)`},
	{"01_your_data", "all-ways-read", `an error ([\d.]+) times.*: ([\d.]+) times ridge`, "all-ways-table", `(?s)hard order +yes +\S+ +\S+ +([\d.]+).*IGBO \(linear\) +yes +\S+ +\S+ +([\d.]+)`},
	{"02_temporal_integrated_gradients", "relu", `gaps are (0\.\d+) and (0\.\d+)\.`, "relu-gaps", `(?s)left +(?P<2>[\de.-]+)\n.*gauss-legendre +(?P<1>[\de.-]+)`},
	{"02_temporal_integrated_gradients", "ood-predict", `by up to ([\d.]+), and along the data by at most (\d\.\d+)`, "ood-bars", `at most (?P<2>[\d.]+) along the data and by (?P<1>[\d.]+) on`},
	{"02_temporal_integrated_gradients", "path", `Most of F, ([\d.]+) of ([\d.]+), came`, "scratch", `(?s)F\(0\) = (?P<2>[\d.]+).*M = 20: attributions \[(?P<1>[\d.]+) `},
	{"02_temporal_integrated_gradients", "predict-gap", `The attributions add up to ([\d.]+) °C`, "heatmap-code", `average day +([\d.]+)`},
	{"03b_noise", "calibration", `signed score draws ([\d.]+) edges, of which ([\d.]+) recur, and ([\d.]+) would recur by chance`, "noise-code", `(?m)^signed +0\.7 +([\d.]+) ± [\d.]+ +([\d.]+) ± [\d.]+ +([\d.]+)`},
	{"03b_noise", "calibration", `absolute score draws ([\d.]+), and ([\d.]+) recur against ([\d.]+)`, "noise-code", `(?m)^absolute +0\.7 +([\d.]+) ± [\d.]+ +([\d.]+) ± [\d.]+ +([\d.]+)`},
	{"03b_noise", "summary", `score has (\d+) edges and none remains`, "multiplicity-code", `signed +score, +192 points +(\d+) +0 +0`},
	{"03b_noise", "summary", `absolute score's (\d+) edges Benjamini–Hochberg keeps (\d+) and Holm (\d+)`, "multiplicity-code", `absolute score, +192 points +(\d+) +(\d+) +(\d+)`},
	{"03_clt_dag", "slider", `beats x9 with probability (0\.\d+)`, "probability", `Pr\(x4 > x9\) = ([\d.]+)`},
	{"03b_noise", "noise", `draws ([\d.]+) of 45 possible edges on average\. ([\d.]+) of these recur, and ([\d.]+) would`, "noise-code", `(?m)^absolute +0\.7 +([\d.]+) ± [\d.]+ +([\d.]+) ± [\d.]+ +([\d.]+)`},
	{"03b_noise", "calibration-predict", `from ([\d.]+) to ([\d.]+),`, "calibration-code", `(?s)between   200 rows: false edges ([\d.]+).*between   800 rows: false edges ([\d.]+)`},
	{"03b_noise", "multiplicity-predict", `score (\d+) edges.*Benjamini–Hochberg keeps (\d+)\.`, "multiplicity-code", `absolute score, +192 points +(\d+) +(\d+)`},
	{"04_projection_geometry", "theorem-4", `from ([\d.]+) to ([\d.]+)\.`, "gets", `λ in \(([\d.]+), ([\d.]+)\)`},
	{"04b_convergence", "stationary", `At 170° the length of P\(½\) is ([\d.]+)`, "residual", `170°: ‖P\(½\)‖ = ([\d.]+)`},
	{"04b_convergence", "where", `holds in (\d+) of (\d+) runs`, "convergence", `armijo +(?P<2>\d+) +(?P<1>\d+)`},
	{"04b_convergence", "where", `geometric in (\d+) of the (\d+) runs`, "convergence", `armijo +(?P<2>\d+) +\d+ +(?P<1>\d+)`},
	{"05_igbo_by_hand", "rises-read", `order loss rises on (\d+) of the (\d+) steps, and the task loss on none`, "rises", `order loss rises on (\d+) of (\d+) steps, first on step \d+\s+the task loss rises on 0\s`},
	{"05_igbo_by_hand", "summary", `The error is ([\d.]+) and ([\d.]+); that`, "feasibility", `(?s)L = (?P<2>[\d.]+).*L = (?P<1>[\d.]+)`},
	{"06_teacher_student", "learn-read", `at the vertical line \(([\d.]+) and ([\d.]+)\)`, "learn", `(?s)baseline, adam 0\.001 +[\d.]+ +([\d.]+).*?IGBO, adam 0\.001 +[\d.]+ +([\d.]+)`},
	{"06_teacher_student", "graph", `signed score ([\d.]+) of ([\d.]+) edges recur, and (\d+\.\d) would recur by chance`, "recurrence", `(?m)^signed +0\.7 +(?P<2>[\d.]+) ± [\d.]+ +(?P<1>[\d.]+) ± [\d.]+ +([\d.]+)`},
	{"08_routing_oracle", "table-read", `The error falls from ([\d.]+) to`, "table", `straight +[\d.]+ +[\d.]+ +([\d.]+)`},
	{"08_routing_oracle", "wave-read", `flattened the wave to ([\d.]+) of its height`, "wave", `straight +[\d.]+ +[\d.]+ +([\d.]+)`},
}

// shown returns the text of a cell's outputs.
func (c cell) shown() string {
	var b strings.Builder
	for _, o := range c.Outputs {
		b.WriteString(strings.Join(o.Text, ""))
		switch text := o.Data["text/plain"].(type) {
		case string:
			b.WriteString(text)
		case []any:
			for _, line := range text {
				b.WriteString(line.(string))
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestSentences checks that a number in a sentence is that of the saved output, rounded to the digits in the sentence.
func TestSentences(t *testing.T) {
	all := books(t)
	for _, s := range sentences {
		cells := map[string]cell{}
		for _, c := range all["notebooks/"+s.notebook+".ipynb"].Cells {
			cells[c.ID] = c
		}
		says := regexp.MustCompile(s.says).FindStringSubmatch(strings.ReplaceAll(cells[s.cell].text(), "\n", " "))
		pattern := regexp.MustCompile(s.shows)
		shows := pattern.FindStringSubmatch(cells[s.output].shown())
		if says == nil || len(says) != len(shows) {
			t.Errorf("%s: cell %q says %q and cell %q shows %q, expected %q and %q", s.notebook, s.cell, says, s.output, shows, s.says, s.shows)
			continue
		}
		for i, name := range pattern.SubexpNames()[1:] {
			at := i + 1
			if name != "" {
				at = must.Of(strconv.Atoi(name)).In(t)
			}
			if !rounds(shows[i+1], says[at]) {
				t.Errorf("%s: %q, and cell %q shows %s", s.notebook, says[0], s.output, shows[i+1])
			}
		}
	}
}

// rounds reports whether a number in an output equals the number in a sentence, which can have fewer digits.
func rounds(shown, written string) bool {
	number, err := strconv.ParseFloat(shown, 64)
	_, digits, _ := strings.Cut(written, ".")
	return err == nil && strconv.FormatFloat(number, 'f', len(digits), 64) == written
}
