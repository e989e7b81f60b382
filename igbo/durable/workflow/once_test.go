package workflow

import (
	"context"
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/durable/workflow/internal/provenance"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// Func is a computation whose result depends only on its settings, the backend and its own code.
type Func[C, R any] func(ctx context.Context, backend compute.Backend, cfg C) (R, error)

// once computes a study of one cell.
func once[C, R any](ctx context.Context, s *store, backend compute.Backend, f Func[C, R], cfg C) (result R, err error) {
	name, err := provenance.Function(f)
	if err != nil {
		return result, err
	}
	p := &Plan{}
	part := add[C, R](p, Cell{Name: name}, name, cfg, nil, func(ctx context.Context, w *Work) (any, error) { return f(ctx, w.Backend, cfg) })
	return alone(ctx, p, part, s, backend)
}

type settings struct {
	Lambda float64
	Seeds  []int64
	Path   any
	OnStep func()
}

type result struct {
	Mean float64
	SD   *float64
	Runs int
}

var runs int

// square counts its calls.
func square(_ context.Context, _ compute.Backend, cfg settings) (*result, error) {
	runs++
	zero := 0.0
	return &result{Mean: cfg.Lambda * cfg.Lambda, SD: &zero, Runs: runs}, nil
}

func cube(_ context.Context, _ compute.Backend, cfg settings) (*result, error) {
	runs++
	return &result{Mean: cfg.Lambda * cfg.Lambda * cfg.Lambda, Runs: runs}, nil
}

func testStore(t *testing.T) *store {
	return &store{dir: t.TempDir(), origin: provenance.Origin{Code: "code 1"}}
}

// named is a backend with another name.
type named struct {
	compute.Backend
	name string
}

func (n named) Name() string        { return n.name }
func (n named) Description() string { return "for tests" }

// TestOnceAnswersOnlyForTheSame checks that exactly the inputs of a value change its key.
func TestOnceAnswersOnlyForTheSame(t *testing.T) {
	s := testStore(t)
	base := func() settings { return settings{Lambda: 0.5, Seeds: []int64{1, 2}} }
	ask := func(s *store, b compute.Backend, study Func[settings, *result], cfg settings) *result {
		t.Helper()
		at := *s
		at.origin.Backend = provenance.Engine(b)
		found := must.Of(once(t.Context(), &at, b, study, cfg)).In(t)
		return found
	}
	first := ask(s, nil, square, base())
	if again := ask(s, nil, square, base()); !reflect.DeepEqual(again, first) || again.SD == nil {
		t.Fatalf("the same settings give %+v, then %+v", first, again)
	}
	type change struct {
		name  string
		store *store
		b     compute.Backend
		study Func[settings, *result]
		cfg   settings
	}
	changed := func(f func(*settings)) settings { c := base(); f(&c); return c }
	for _, c := range []change{
		{"a number", s, nil, square, changed(func(c *settings) { c.Lambda = math.Nextafter(0.5, 1) })},
		{"NaN", s, nil, square, changed(func(c *settings) { c.Lambda = math.NaN() })},
		{"an element", s, nil, square, changed(func(c *settings) { c.Seeds[1] = 3 })},
		{"no element", s, nil, square, changed(func(c *settings) { c.Seeds = nil })},
		{"an interface", s, nil, square, changed(func(c *settings) { c.Path = 1 })},
		{"its type", s, nil, square, changed(func(c *settings) { c.Path = int64(1) })},
		{"the study", s, nil, cube, base()},
		{"the backend", s, named{name: "go"}, square, base()},
		{"another backend", s, named{name: "xla"}, square, base()},
		{"the code", &store{dir: s.dir, origin: provenance.Origin{Code: "code 2"}}, nil, square, base()},
	} {
		before := runs
		ask(c.store, c.b, c.study, c.cfg)
		if runs != before+1 {
			t.Errorf("%s: another key is answered from the file", c.name)
		}
		ask(c.store, c.b, c.study, c.cfg)
		if runs != before+1 {
			t.Errorf("%s: the same key is computed twice", c.name)
		}
	}
}

// TestOnceKeepsPlainDataOnly checks that a study without a digest is an error, and that settings or results
// that are not plain data are computed every time and not stored.
func TestOnceKeepsPlainDataOnly(t *testing.T) {
	s := testStore(t)
	lambda := 2.0
	literal := func(context.Context, compute.Backend, settings) (*result, error) {
		return &result{Mean: lambda}, nil
	}
	if _, err := once(t.Context(), s, nil, literal, settings{}); err == nil || !strings.Contains(err.Error(), "function declared in a package") {
		t.Errorf("a function literal: %v", err)
	}
	if _, err := once[settings, *result](t.Context(), s, nil, nil, settings{}); err == nil {
		t.Error("no study is accepted")
	}
	for name, cfg := range map[string]settings{
		"a function": {OnStep: func() {}}, "a channel": {Path: make(chan int)}, "a hidden field": {Path: struct{ x int }{1}},
	} {
		before := runs
		for range 2 {
			if _, err := once(t.Context(), s, nil, square, cfg); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if runs != before+2 {
			t.Errorf("%s among the settings: %d runs, want one for each call", name, runs-before)
		}
	}
	before := runs
	for range 2 {
		if found, err := once(t.Context(), s, nil, opaque, settings{}); err != nil || found != (struct{ x int }{1}) {
			t.Errorf("a result with a hidden field: %v, %v", found, err)
		}
	}
	if runs != before+2 {
		t.Errorf("a result with a hidden field: %d runs, want one for each call", runs-before)
	}
	if _, err := once(t.Context(), s, nil, failing, settings{}); !errors.Is(err, os.ErrInvalid) {
		t.Errorf("a failing study: %v", err)
	}
	if files := s.files(); len(files) > 0 {
		t.Errorf("%d files are left", len(files))
	}
}

func opaque(context.Context, compute.Backend, settings) (struct{ x int }, error) {
	runs++
	return struct{ x int }{1}, nil
}

func failing(context.Context, compute.Backend, settings) (int, error) {
	return 0, os.ErrInvalid
}

// TestOnceTrustsNoBrokenFile checks that a file that is truncated or has a flipped bit anywhere is computed again and replaced.
func TestOnceTrustsNoBrokenFile(t *testing.T) {
	s := testStore(t)
	ask := func() float64 {
		found := must.Of(once(t.Context(), s, nil, square, settings{Lambda: 3})).In(t)
		return found.Mean
	}
	ask()
	path := filepath.Join(s.dir, s.files()[0].Name())
	good := must.Of(os.ReadFile(path)).In(t)
	broken := [][]byte{append(append([]byte{}, good...), 0)}
	for n := range good {
		flipped := append([]byte{}, good...)
		flipped[n] ^= 1 << (n % 8)
		broken = append(broken, good[:n], flipped)
	}
	for i, text := range broken {
		must.Do(t, os.WriteFile(path, text, 0o600))
		before := runs
		if got := ask(); got != 9 || runs != before+1 {
			t.Fatalf("broken file %d answers %g", i, got)
		}
	}
	if mended, err := os.ReadFile(path); err != nil || len(mended) != len(good) {
		t.Errorf("%d bytes after mending (%v), %d before", len(mended), err, len(good))
	}
}

// TestOnceAtOnce checks that concurrent goroutines and processes all get the result, and leave one complete file.
func TestOnceAtOnce(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("there are no processes")
	}
	s := testStore(t)
	if dir := os.Getenv("STUDY_TEST_DIR"); dir != "" {
		s.dir = dir
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i := range 20 {
				got, err := once(t.Context(), s, nil, slow, i)
				if err != nil || len(got) != 20000 || got[19999] != float64(i) {
					t.Errorf("%d numbers, %v", len(got), err)
				}
			}
		})
	}
	if os.Getenv("STUDY_TEST_DIR") == "" {
		for range 2 {
			wg.Go(func() {
				cmd := exec.Command(os.Args[0], "-test.run=^TestOnceAtOnce$")
				cmd.Env = append(os.Environ(), "STUDY_TEST_DIR="+s.dir)
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Errorf("%v\n%s", err, out)
				}
			})
		}
	}
	wg.Wait()
	if files := s.files(); os.Getenv("STUDY_TEST_DIR") == "" && len(files) != 20 {
		t.Errorf("%d files, want 20", len(files))
	}
}

func slow(_ context.Context, _ compute.Backend, cfg int) ([]float64, error) {
	values := make([]float64, 20000)
	for i := range values {
		values[i] = float64(cfg)
	}
	return values, nil
}
