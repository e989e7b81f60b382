package bench

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/bench/outcome"
	"github.com/igbolab/igbolab/igbo/research/bench/race"
	"github.com/igbolab/igbolab/igbo/research/bench/reference"
)

func sampleReport() *Report {
	number := func(v float64) *float64 { return &v }
	r := &Report{
		Target:  outcome.Embedded,
		Machine: outcome.Machine{CPU: "a processor", Cores: 2, OS: "linux/amd64", Go: "go1.26", Backend: "Go Backend", Threads: 2},
		Comparisons: []outcome.Comparison{{
			Row: "step", Title: "IGBO step",
			Ours: race.Timing{Name: "igbo", First: 0.5, FirstCPU: 0.75, Median: 1e-4, Min: 9e-5, CPU: 2e-4, Rounds: []float64{1e-4}, Graph: 120, Memory: 3e6},
			References: []outcome.ReferenceResult{
				{
					Timing: race.Timing{
						Name: "torch", Version: "torch 2", First: 1, Median: 1e-3, Min: 9.5e-4, CPU: 1e-3, Rounds: []float64{1e-3},
						Compile: number(0.25), CompileCPU: number(0.5),
					},
					Ratio: number(10), RatioLow: number(9.5), RatioHigh: number(11), RatioCPU: number(5), Disagreement: number(3e-7),
				},
				{Timing: race.Timing{Name: "jax"}, Note: reference.ErrNotInstalled.Error()},
			},
		}},
		Studies: []outcome.Study{{Name: "scaling", Title: "Scaling", Header: []string{"size", "exponent"}, Rows: [][]string{{"T", "1.02"}}, Findings: []string{"Linear."}}},
	}
	r.Goals = outcome.Judge(Goals(r.Target), r.Comparisons)
	return r
}

func TestMarkdown(t *testing.T) {
	got := sampleReport().Markdown()
	for _, want := range []string{
		"- machine: a processor, 2 cores, linux/amd64\n",
		"- torch 2\n",
		"| IGBO step | igbo | 100 µs | 90 µs | 200 µs |  |  |  |  |\n",
		"|  | torch | 1 ms | 950 µs | 1 ms | 10.00× | 9.50–11.00 | 5.00× |  |\n",
		"|  | jax |  |  |  |  |  |  | not installed; use igbo bench --setup to install it |\n",
		"| IGBO step | ≤ 16 µs | 100 µs | missed |\n| IGBO step | ≥ 8× torch | 10.00× | met |\n",
		"| IGBO step | igbo | 500 ms | 750 ms |  |  | 120 | 3 MB |\n|  | torch | 1 s |  | 250 ms | 500 ms |  |  |\n",
		"## Scaling\n\n| size | exponent |\n| --- | --- |\n| T | 1.02 |\n\n- Linear.\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no line %q in\n%s", want, got)
		}
	}
}

func TestTextHasEveryLine(t *testing.T) {
	got := sampleReport().Text()
	for _, want := range []string{"torch", "10.00×", "not installed; use igbo bench --setup", "Scaling", "Linear."} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestReportIsJSON(t *testing.T) {
	text := must.Of(json.Marshal(sampleReport())).In(t)
	var back Report
	must.Do(t, json.Unmarshal(text, &back))
	again, err := json.Marshal(&back)
	if err != nil || !bytes.Equal(text, again) {
		t.Errorf("a report changes on its way through JSON (%v)", err)
	}
}
