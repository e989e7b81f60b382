package explain

import (
	"archive/tar"
	"bufio"
	"compress/gzip"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/onnx"
	"github.com/igbolab/igbolab/igbo/tabular/explainer"
)

// TestMain acts as a program that predicts with a file of trees, if the environment variable is
// set.
func TestMain(m *testing.M) {
	if file := os.Getenv("IGBOLAB_PREDICT"); file != "" {
		if err := predictRows(file); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func predictRows(file string) error {
	t, err := onnx.LoadTrees(file, onnx.Options{})
	if err != nil {
		return err
	}
	records, err := csv.NewReader(os.Stdin).ReadAll()
	if err != nil {
		return err
	}
	wait, _ := time.ParseDuration(os.Getenv("IGBOLAB_SLEEP"))
	time.Sleep(wait * time.Duration(len(records)))
	var rows [][]onnx.Cell
	for _, record := range records[1:] {
		var row []onnx.Cell
		for _, text := range record {
			v, err := strconv.ParseFloat(text, 64)
			if text == "" {
				v, err = math.NaN(), nil
			}
			if err != nil {
				return err
			}
			row = append(row, onnx.Cell{Number: v})
		}
		rows = append(rows, row)
	}
	y, err := t.Predict(rows)
	for i := range y { // a program that returns random numbers
		if os.Getenv("IGBOLAB_RANDOM") != "" {
			y[i] += rand.Float64()
		}
	}
	to := bufio.NewWriter(os.Stdout)
	for _, v := range y {
		fmt.Fprintln(to, v)
	}
	to.Flush()
	return err
}

// letterTable writes a table of five columns and a target.
func letterTable(t *testing.T, n int) string {
	t.Helper()
	draw, text := rand.New(rand.NewPCG(8, 1)), "a,b,c,d,e,y\n"
	for range n {
		var x [5]float64
		for k := range x {
			x[k] = 0.5 + draw.NormFloat64()*float64(k+1)
		}
		text += fmt.Sprintf("%.6f,%.6f,%.6f,%.6f,%.6f,%.3f\n", x[0], x[1], x[2], x[3], x[4], x[0]-0.4*x[1]*x[1]+math.Sin(x[2]))
	}
	file := filepath.Join(t.TempDir(), "letters.csv")
	must.Do(t, os.WriteFile(file, []byte(text), 0o666))
	return file
}

// forestFile returns a forest with interactions, written by scikit-learn's exporter.
func forestFile(t *testing.T) string { return treesFile(t, "random_forest") }

// treesFile returns a file of trees by name.
func treesFile(t *testing.T, name string) string {
	t.Helper()
	f := must.Of(os.Open(filepath.Join("..", "..", "onnx", "testdata", "trees.tar.gz"))).In(t)
	defer f.Close()
	z := must.Of(gzip.NewReader(f)).In(t)
	for r := tar.NewReader(z); ; {
		h := must.Of(r.Next()).In(t)
		if h.Name != name+".onnx" {
			continue
		}
		content := must.Of(io.ReadAll(r)).In(t)
		file := filepath.Join(t.TempDir(), h.Name)
		must.Do(t, os.WriteFile(file, content, 0o666))
		return file
	}
}

// TestTreesAndTheProgramOfThem checks that a file of trees is explained exactly. A program with the
// same predictions gives the same shares, permutations and answers by sampling, within its error,
// against the same background.
func TestTreesAndTheProgramOfThem(t *testing.T) {
	ctx, data, file := context.Background(), letterTable(t, 60), forestFile(t)
	s := must.Of(Open(ctx, backendtest.Open(t), file, data, Options{Target: "y"})).In(t)
	c := DefaultConfig()
	c.Background, c.Rows, c.Interactions = 32, 60, 10
	exact := must.Of(s.Explain(ctx, c, nil)).In(t)
	if exact.Kind != explainer.KindTrees || exact.Gap.Relative > 1e-6 || exact.Samples != 60 || exact.Noise != 0 || exact.Permuted != ofSquare {
		t.Errorf("%+v, want exact values of 60 samples", exact)
	}
	if s.InputsText() == "" || !strings.Contains(exact.Text(), "exact Shapley values") || strings.Contains(exact.Text(), "random") {
		t.Error(exact.Text())
	}
	t.Setenv("IGBOLAB_PREDICT", file)
	p := must.Of(OpenProgram(ctx, "'"+os.Args[0]+"' predict", data, Options{Target: "y"})).In(t)
	c.Pairs = 128
	sampled := must.Of(p.Explain(ctx, c, nil)).In(t)
	for k, f := range exact.Features {
		g := sampled.Features[k]
		if math.Abs(f.Share-g.Share) > 0.01 || math.Abs(*f.Permutation-*g.Permutation) > 1e-4*(1+*f.Permutation) {
			t.Errorf("%s: share %.4f and permutation %.6g of the program, want %.4f and %.6g", f.Name, g.Share, *g.Permutation, f.Share, *f.Permutation)
		}
	}
	size := map[[2]string]Pair{}
	for _, p := range sampled.Pairs {
		size[[2]string{p.First, p.Second}] = p
	}
	if len(exact.Pairs) != 10 || len(size) != 10 || exact.PairNoise != 0 || sampled.PairNoise <= 0 || exact.Pairs[0].Size == 0 {
		t.Errorf("pairs %+v and %+v", exact.Pairs, sampled.Pairs)
	}
	for _, p := range exact.Pairs {
		if q := size[[2]string{p.First, p.Second}]; math.Abs(p.Size-q.Size) > 2*sampled.PairNoise || math.Abs(p.Mean-q.Mean) > 2*sampled.PairNoise {
			t.Errorf("%+v of the program, want %+v, within %g", q, p, 2*sampled.PairNoise)
		}
	}
	if sampled.Noise <= 0 || sampled.Noise > 0.01 || sampled.Gap.Relative > 1e-9 {
		t.Errorf("noise %g, gap %+v", sampled.Noise, sampled.Gap)
	}
	order := filepath.Join(t.TempDir(), "order.yaml")
	must.Do(t, os.WriteFile(order, []byte("ranks:\n  - [a, d, e]\n"), 0o666))
	for _, x := range []*Explainer{s, p} {
		d := must.Of(x.Order(order, c)).In(t)
		k := must.Of(x.Check(ctx, c, d, nil)).In(t)
		if k.Answer != Holds || k.Jointly != len(k.Statements) || !strings.Contains(k.Text(), "Tested jointly") || !strings.Contains(k.Text(), "against a background of 32 samples") {
			t.Error(k.Text())
		}
	}
	if _, err := exact.Files(); err != nil {
		t.Error(err)
	}
}

// TestAProgramInItsTime checks that a slow program is explained on as many samples as the time
// allows, which is reported. If it is too slow for two samples, the error suggests a fix within the
// same time.
func TestAProgramInItsTime(t *testing.T) {
	ctx := context.Background()
	t.Setenv("IGBOLAB_PREDICT", exported("boosting"))
	p := must.Of(OpenProgram(ctx, "'"+os.Args[0]+"' predict", letterTable(t, 60), Options{Target: "y"})).In(t)
	c := DefaultConfig()
	c.Pairs = 8
	var e *Explanation
	var err error
	began := time.Now()
	for _, times := range []time.Duration{1, 8} { // on a busy machine, starting the program can take longer than the time for two samples
		t.Setenv("IGBOLAB_SLEEP", (times * time.Millisecond).String())
		c.Budget, began = times*2*time.Second, time.Now()
		if e, err = p.Explain(ctx, c, nil); err == nil {
			break
		}
	}
	must.Do(t, err)
	if took := time.Since(began); e.Samples < 2 || e.Samples > 59 || took > 30*c.Budget || len(e.Keys) != e.Samples || !strings.Contains(e.Text(), "of 60 samples are explained") {
		t.Errorf("%d samples in %s: %s", e.Samples, took, e.Text())
	}
	t.Setenv("IGBOLAB_SLEEP", "10s")
	c.Budget = 300 * time.Millisecond
	if _, err := p.Explain(ctx, c, nil); err == nil || !strings.Contains(err.Error(), "in time (--budget)") || !strings.Contains(err.Error(), "smaller --set pairs=N") || strings.Contains(err.Error(), "\n") {
		t.Error(err)
	}
}

// TestBoxRefusals checks the errors for data that trees and programs do not support.
func TestBoxRefusals(t *testing.T) {
	ctx, data := context.Background(), letterTable(t, 5)
	opened := func(o Options) error {
		_, err := Open(ctx, backendtest.Open(t), exported("forest"), data, o)
		return err
	}
	asked := func(command string, o Options) error { _, err := OpenProgram(ctx, command, data, o); return err }
	zero := DefaultConfig()
	zero.Baseline = ZeroBaseline
	s, err := OpenProgram(ctx, "true", data, Options{Target: "y"})
	if err != nil {
		t.Fatal(err)
	}
	_, atZero := s.Explain(ctx, zero, nil)
	_, dead := s.Explain(ctx, DefaultConfig(), nil)
	for want, err := range map[string]error{
		"takes 5 columns":                                 opened(Options{}),
		"has no column \"q\"":                             opened(Options{Features: []string{"a", "b", "c", "d", "q"}}),
		"or use --missing drop":                           opened(Options{Target: "y", Missing: "mean"}),
		"is empty, want a program":                        asked(" ", Options{}),
		"columns of series and an output are unsupported": asked("true", Options{ID: "a", Time: "b"}),
		"requires a model with a gradient":                atZero,
		"returned 0 numbers for 5 rows":                   dead,
	} {
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "explain: ") {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
