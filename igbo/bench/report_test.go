package bench

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func sampleReport() *Report {
	number := func(v float64) *float64 { return &v }
	met := true
	return &Report{
		Machine: Machine{CPU: "a processor", Cores: 2, OS: "linux/amd64", Go: "go1.26", Backend: "Go Backend", Threads: 2},
		Comparisons: []Comparison{{
			Row: "step", Title: "IGBO step", Ours: Timing{Name: "igbo", First: 0.5, Median: 1e-4, Min: 9e-5},
			Peers: []PeerResult{
				{
					Timing: Timing{Name: "torch", Version: "torch 2", First: 1, Median: 1e-3, Min: 9.5e-4},
					Ratio:  number(10), RatioLow: number(9.5), RatioHigh: number(11), Goal: number(8), Met: &met,
				},
				{Timing: Timing{Name: "jax"}, Goal: number(1.5), Note: ErrNotInstalled.Error()},
			},
		}},
		Studies: []Study{{Name: "scaling", Title: "Scaling", Header: []string{"size", "exponent"}, Rows: [][]string{{"T", "1.02"}}, Findings: []string{"Linear."}}},
	}
}

func TestMarkdown(t *testing.T) {
	got := sampleReport().Markdown()
	for _, want := range []string{
		"- machine: a processor, 2 cores, linux/amd64\n",
		"- torch 2\n",
		"| IGBO step | igbo | 100 µs | 90 µs | 500 ms |  |  |  |  |\n",
		"|  | torch | 1 ms | 950 µs | 1 s | 10.00× | 9.50–11.00 | ≥ 8× | met |\n",
		"|  | jax |  |  |  |  |  | ≥ 1.5× | not installed: igbo bench --setup |\n",
		"## Scaling\n\n| size | exponent |\n| --- | --- |\n| T | 1.02 |\n\n- Linear.\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no line %q in\n%s", want, got)
		}
	}
}

func TestTextHasEveryLine(t *testing.T) {
	got := sampleReport().Text()
	for _, want := range []string{"without SIMD", "torch", "10.00×", "not installed: igbo bench --setup", "Scaling", "Linear."} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestReportIsJSON(t *testing.T) {
	text, err := json.Marshal(sampleReport())
	if err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(&back)
	if err != nil || !bytes.Equal(text, again) {
		t.Errorf("a report changes on its way through JSON (%v)", err)
	}
}

func TestWorkFiles(t *testing.T) {
	dir, w := t.TempDir(), NewWork(map[string]any{"points": 3})
	w.Add("a", []float64{1, 2, 3, 4, 5, 6}, 2, 3)
	w.Add("b", []float64{0.5})
	if err := w.Write(dir); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "work.json"))
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"settings":{"points":3},"arrays":[{"name":"a","shape":[2,3],"offset":0},{"name":"b","shape":[],"offset":6}]}`; string(text) != want {
		t.Errorf("work.json is %s, expected %s", text, want)
	}
	flat, err := os.ReadFile(filepath.Join(dir, "work.bin"))
	if err != nil || len(flat) != 28 || math.Float32frombits(binary.LittleEndian.Uint32(flat[24:])) != 0.5 {
		t.Errorf("work.bin holds %v (%v), expected 7 numbers that end with 0.5", flat, err)
	}
}
