package explain

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/tabular/explainer"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// dataFile writes n rows of columns a … e and, if target is set, y = 3a + 2b + c without noise.
func dataFile(t testing.TB, n int, target bool) string {
	t.Helper()
	var text strings.Builder
	text.WriteString("a,b,c,d,e")
	if target {
		text.WriteString(",y")
	}
	draw := rand.New(rand.NewPCG(1, 1))
	for range n {
		var x [5]float64
		text.WriteString("\n")
		for k := range x {
			x[k] = draw.NormFloat64()
			if k > 0 {
				text.WriteString(",")
			}
			fmt.Fprint(&text, x[k])
		}
		if target {
			fmt.Fprintf(&text, ",%g", 3*x[0]+2*x[1]+x[2])
		}
	}
	file := filepath.Join(t.TempDir(), "data.csv")
	must.Do(t, os.WriteFile(file, []byte(text.String()+"\n"), 0o666))
	return file
}

// savedModel trains a linear model on the file and saves it, with or without its table.json.
func savedModel(t testing.TB, file string, beside bool) string {
	t.Helper()
	read := must.Of(table.Read(context.Background(), file, table.DefaultReadOptions())).In(t)
	e := must.Of(encode.Fit(read, nil, encode.DefaultSpec("y"))).In(t)
	s, err := e.Encode(read, nil)
	if err != nil {
		t.Fatal(err)
	}
	cfg := igbo.DefaultConfig()
	cfg.Standardize, cfg.Epochs, cfg.HistoryEvery, cfg.Optimizer.LearningRate = true, 60, 0, 5e-2
	m := trained(t, cfg, igbo.Data{Features: s.Features, Steps: 1, X: s.X, Y: s.Y}, nil)
	dir, files := filepath.Join(t.TempDir(), "model"), igbo.Files{}
	if beside {
		if files[explainer.EncodingFile], err = json.Marshal(e); err != nil {
			t.Fatal(err)
		}
	}
	must.Do(t, m.SaveWith(dir, files))
	return dir
}

func mustOpen(t testing.TB, model, data string, o Options) *Explainer {
	t.Helper()
	return must.Of(Open(context.Background(), backendtest.Open(t), model, data, o)).In(t)
}

func mustExplain(t testing.TB, s *Explainer, c Config) *Explanation {
	t.Helper()
	return must.Of(s.Explain(context.Background(), c, nil)).In(t)
}

// TestExplainALinearModel checks that the shares equal the closed form |wₖxₖ|/Σ|wx| and are in its
// order, that the gap is 0, that permutation importance has the same order, and that features
// without weight have none.
func TestExplainALinearModel(t *testing.T) {
	data := dataFile(t, 400, true)
	s := mustOpen(t, savedModel(t, data, true), data, Options{})
	e := mustExplain(t, s, DefaultConfig())
	var want [3]float64
	for i := range s.Data.Samples() {
		x, sum := s.Data.X[i*5:i*5+5], 0.0
		var z [3]float64
		for k := range z {
			z[k] = float64(3-k) * (x[k] - s.Model.Normalization.Shift[k])
			sum += math.Abs(z[k])
		}
		for k := range z {
			want[k] += math.Abs(z[k]) / sum / 400
		}
	}
	for k, w := range want {
		if got := e.Features[k].Share; math.Abs(got-w) > 0.02 {
			t.Errorf("the share of %s is %g, the closed form's %g", e.Features[k].Name, got, w)
		}
	}
	for k := range 2 {
		if !(*e.Features[k].Permutation > *e.Features[k+1].Permutation) {
			t.Errorf("permutation importance %g of %s, %g of %s, want them falling", *e.Features[k].Permutation, letters[k], *e.Features[k+1].Permutation, letters[k+1])
		}
	}
	if e.Features[4].Share > 0.02 || *e.Features[4].Permutation > 0.01 {
		t.Errorf("e, which the target does not depend on, has %+v", e.Features[4])
	}
	if e.Gap.Relative > 1e-5 || len(e.Warnings) > 0 || e.Baseline != "the training mean" || !strings.HasPrefix(e.Text()[strings.Index(e.Text(), "Absolute scores"):], "Absolute scores of 400 samples at the baseline the training mean.") {
		t.Errorf("gap %+v, warnings %q, baseline %q, want none of the first two and the training mean", e.Gap, e.Warnings, e.Baseline)
	}
	signed := DefaultConfig()
	signed.Attribution.Score = "signed"
	if e := mustExplain(t, s, signed); len(e.Warnings) != 1 || !strings.Contains(e.Warnings[0], "signed score at a centred baseline") {
		t.Errorf("warnings %q of the signed score, want one about it", e.Warnings)
	}
	if e.Permuted != ofLoss || e.RandomRows != 400 || e.RandomCorrelation == nil || *e.RandomCorrelation > 0.9 {
		t.Errorf("permuted %q, %d rows with random parameters, correlation %v", e.Permuted, e.RandomRows, e.RandomCorrelation)
	}
}

// TestExplainFiles checks that the scores are a table in the format of igbo dag, with one row per
// sample, and that files are written atomically.
func TestExplainFiles(t *testing.T) {
	e := mustExplain(t, mustOpen(t, exported("sklearn_mlp"), dataFile(t, 30, false), Options{}), DefaultConfig())
	dir := filepath.Join(t.TempDir(), "a", "b")
	must.Do(t, e.Save(dir))
	for _, name := range []string{"report.html", "scores.csv", "importance.png", "importance.svg", "explain.json"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	text := must.Of(os.ReadFile(filepath.Join(dir, "scores.csv"))).In(t)
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || len(rows) != 31 || strings.Join(rows[0], "") != "abcde" {
		t.Fatalf("%d rows with the header %v, %v, want 30 below a … e", len(rows), rows[0], err)
	}
	var back Explanation
	if text, err = os.ReadFile(filepath.Join(dir, "explain.json")); err != nil || json.Unmarshal(text, &back) != nil || len(back.Features) != 5 || back.Permuted != ofOutput {
		t.Errorf("explain.json: %v, %+v", err, back)
	}
	file := filepath.Join(t.TempDir(), "file")
	must.Do(t, os.WriteFile(file, nil, 0o666))
	if err := e.Save(file); err == nil {
		t.Error("saved into a file")
	}
}

// TestWithoutATable checks that a saved model without table.json finds its columns by name, in any
// order and among others, with the same scores.
func TestWithoutATable(t *testing.T) {
	data := dataFile(t, 50, true)
	one := mustExplain(t, mustOpen(t, savedModel(t, data, true), data, Options{}), DefaultConfig())
	bare := mustOpen(t, savedModel(t, data, false), data, Options{Target: "y"})
	two := mustExplain(t, bare, DefaultConfig())
	for k := range one.Features {
		if one.Features[k].Share != two.Features[k].Share || *one.Features[k].Permutation != *two.Features[k].Permutation {
			t.Errorf("with the table %+v, without %+v", one.Features[k], two.Features[k])
		}
	}
}

// TestSeries explains an LSTM on series from a long table, with a heat map of K features.
func TestSeries(t *testing.T) {
	var text strings.Builder
	text.WriteString("id,t,u,v,w\n")
	draw := rand.New(rand.NewPCG(2, 2))
	for i := range 5 {
		for step := range 4 {
			fmt.Fprintf(&text, "%d,%d,%g,%g,%g\n", i, step, draw.NormFloat64(), draw.NormFloat64(), draw.NormFloat64())
		}
	}
	file := filepath.Join(t.TempDir(), "long.csv")
	must.Do(t, os.WriteFile(file, []byte(text.String()), 0o666))
	e := mustExplain(t, mustOpen(t, exported("torch_lstm"), file, Options{ID: "id", Time: "t"}), DefaultConfig())
	files, err := e.Files()
	if err != nil || e.Samples != 5 || e.Steps != 4 || files["heatmap.svg"] == nil || e.Gap.Relative > 0.01 {
		t.Errorf("%d samples of %d steps, gap %+v, %d files, %v", e.Samples, e.Steps, e.Gap, len(files), err)
	}
	_, err = Open(context.Background(), backendtest.Open(t), exported("torch_lstm"), file, Options{})
	refused(t, err, "takes series with 3 features")
	shorter := filepath.Join(t.TempDir(), "shorter.csv")
	must.Do(t, os.WriteFile(shorter, []byte(text.String()+"short,0,1,2,3\n"), 0o666))
	_, err = Open(context.Background(), backendtest.Open(t), exported("torch_lstm"), shorter, Options{ID: "id", Time: "t"})
	refused(t, err, `series "short" of `)
}

func refused(t testing.TB, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "explain: ") {
		t.Errorf("%v, want %q in it", err, want)
	}
}

// TestRefusals checks the errors for invalid models, data and settings.
func TestRefusals(t *testing.T) {
	data, with := dataFile(t, 20, false), dataFile(t, 20, true)
	words := filepath.Join(t.TempDir(), "words.csv")
	must.Do(t, os.WriteFile(words, []byte("a,b,c,d,e\nx,1,2,3,4\ny,1,2,3,4\n"), 0o666))
	model := savedModel(t, with, true)
	for want, c := range map[string]struct {
		model, data string
		o           Options
	}{
		"model missing not found":           {"missing", data, Options{}},
		"no such file":                      {exported("sklearn_mlp"), "missing.csv", Options{}},
		"takes 5 columns":                   {exported("sklearn_mlp"), with, Options{}},
		"must have a table":                 {exported("forest"), data, Options{ID: "a", Time: "b"}},
		"of kind category":                  {exported("sklearn_mlp"), words, Options{}},
		"no column":                         {exported("sklearn_mlp"), data, Options{Features: []string{"a", "b", "c", "d", "z"}}},
		"requires D = 5, got 4":             {exported("sklearn_mlp"), data, Options{Features: []string{"a", "b", "c", "d"}}},
		"columns of series are unsupported": {exported("sklearn_mlp"), data, Options{ID: "a", Time: "b"}},
		"must not be chosen for":            {model, data, Options{Output: "0"}},
		"the model predicts \"y\"":          {model, with, Options{Target: "z"}},
		"must not be given: ":               {model, with, Options{Missing: encode.Mean}},
		"2 float outputs":                   {exported("keras_heads"), data, Options{}},
		"durable":                           {t.TempDir(), data, Options{}},
	} {
		if want == "durable" {
			want = "SHA256SUMS"
		}
		_, err := Open(context.Background(), backendtest.Open(t), c.model, c.data, c.o)
		refused(t, err, want)
	}
	s := mustOpen(t, exported("sklearn_classifier"), data, Options{})
	for want, change := range map[string]func(c *Config){
		"Baseline must be \"zero\" or \"mean\", got \"x\"":   func(c *Config) { c.Baseline = "x" },
		"Repeats must be at least 0, got -1":                 func(c *Config) { c.Repeats = -1 },
		"PermutedRows must be at least 0, got -1":            func(c *Config) { c.PermutedRows = -1 },
		"RandomRows must be at least 0, got -1":              func(c *Config) { c.RandomRows = -1 },
		"Background must be at least 1, got 0":               func(c *Config) { c.Background = 0 },
		"Rows must be at least 2, got 1":                     func(c *Config) { c.Rows = 1 },
		"Pairs must be at most 10000, got 10001":             func(c *Config) { c.Pairs = 10_001 },
		"Interactions must be at least 0, got -1":            func(c *Config) { c.Interactions = -1 },
		"Budget must be positive and at most 1000h":          func(c *Config) { c.Budget = 0 },
		"Level must be between 0 and 1, such as 0.95, got 1": func(c *Config) { c.Level = 1 },
		"output 3 not found in a model":                      func(c *Config) { c.Output = attribution.Output{Kind: attribution.ChosenOutput, Index: 3} },
		"0 quadrature points":                                func(c *Config) { c.Attribution.Points = 0 },
	} {
		c := DefaultConfig()
		change(&c)
		_, err := s.Explain(context.Background(), c, nil)
		refused(t, err, want)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Explain(ctx, DefaultConfig(), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := os.Stat(explainer.EncodingFile); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("something was written: %v", err)
	}
}
