package explain

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/onnx"
	"github.com/igbolab/igbolab/igbo/tabular/explainer"
)

// Environment variables for the path of a Python with torch, captum and onnx, and for the number of
// rows.
const (
	pythonVariable = "IGBO_BENCH_PYTHON"
	rowsVariable   = "IGBO_BENCH_ROWS"
)

// BenchmarkExplainBesideCaptum explains rows of 20 features of an ONNX network 20-64-64-1 at
// M = 20: scores with completeness gaps. It reports how many times longer Captum takes for the
// attributions and gaps of the original network, with its best chunk size and the same number of
// threads:
//
//	IGBO_BENCH_PYTHON=python IGBO_BENCH_ROWS=1000000 go test ./igbo/tabular/explain -run '^$' -bench BesideCaptum -benchtime 1x
func BenchmarkExplainBesideCaptum(b *testing.B) {
	python := os.Getenv(pythonVariable)
	if python == "" {
		b.Skipf("%s does not name a Python with torch, captum and onnx", pythonVariable)
	}
	rows := 100_000
	if n, err := strconv.Atoi(os.Getenv(rowsVariable)); err == nil {
		rows = n
	}
	dir := b.TempDir()
	captum, engine := captumSeconds(b, python, dir, rows)
	s := benchExplainer(b, dir, rows)
	b.ResetTimer()
	start := time.Now()
	for b.Loop() {
		nothing := func(igbo.Data, *igbo.Explanation, []float64) error { return nil }
		if _, err := newRun(s).walk(context.Background(), DefaultConfig(), nil, nothing); err != nil {
			b.Fatal(err)
		}
	}
	ours := time.Since(start).Seconds() / float64(b.N)
	b.ReportMetric(captum/ours, "Captum/ours")
	b.ReportMetric(float64(rows)/ours, "rows/s")
	b.Logf("%d rows on %d cores: ours %.3g s, %s %.3g s", rows, runtime.GOMAXPROCS(0), ours, engine, captum)
	checkAgainst(b, s, dir)
}

// captumSeconds runs Captum and returns the seconds for its best chunk size.
func captumSeconds(b *testing.B, python, dir string, rows int) (best float64, engine string) {
	b.Helper()
	cmd := exec.Command(python, filepath.Join("testdata", "captum_peer.py"), dir, strconv.Itoa(rows), strconv.Itoa(runtime.GOMAXPROCS(0)))
	cmd.Stderr = os.Stderr
	out := must.Of(cmd.Output()).In(b)
	var reported struct {
		Torch   string
		Seconds map[string]float64
	}
	must.Do(b, json.Unmarshal(out, &reported))
	best = math.Inf(1)
	chunk := ""
	for c, s := range reported.Seconds {
		if s < best {
			best, chunk = s, c
		}
	}
	return best, fmt.Sprintf("Captum on torch %s in chunks of %s", reported.Torch, chunk)
}

// floats32 reads a file of float32 numbers.
func floats32(b *testing.B, file string) []float64 {
	b.Helper()
	raw := must.Of(os.ReadFile(file)).In(b)
	values := make([]float64, len(raw)/4)
	for i := range values {
		values[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:])))
	}
	return values
}

// benchExplainer opens Captum's network and rows.
func benchExplainer(b *testing.B, dir string, rows int) *Explainer {
	b.Helper()
	m, err := onnx.Load(filepath.Join(dir, "model.onnx"))
	if err != nil {
		b.Fatal(err)
	}
	s := &Explainer{&explainer.Explainer{Kind: explainer.KindONNX, Backend: backendtest.Open(b)}}
	for k := range 20 {
		s.Names = append(s.Names, fmt.Sprintf("x%d", k))
	}
	s.Data = igbo.Data{Features: s.Names, Steps: 1, X: floats32(b, filepath.Join(dir, "x.bin")), Y: make([]float64, rows)}
	if s.Model, err = onnx.Adopt(s.Backend, m, s.Names, 1); err != nil {
		b.Fatal(err)
	}
	return s
}

// checkAgainst compares the attributions of the first rows with Captum's.
func checkAgainst(b *testing.B, s *Explainer, dir string) {
	b.Helper()
	want := floats32(b, filepath.Join(dir, "attributions.bin"))
	data := s.Data
	n := len(want) / 20
	data.X, data.Y = data.X[:len(want)], data.Y[:n]
	s.Model.Config.Attribution = attribution.DefaultConfig()
	got := must.Of(s.Model.Attribute(data)).In(b)
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= 1e-5) {
			b.Fatalf("attribution %d is %g, Captum's %g", i, got[i], want[i])
		}
	}
}
