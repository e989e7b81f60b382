package embedded

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// sorting lists the graph functions that sort or find extremes. Their comparators run inside an operation.
var sorting = map[string]func(x *Node) *Node{
	"Sort":    func(x *Node) *Node { return Sort(x, -1, true) },
	"TopK":    func(x *Node) *Node { values, _ := TopK(x, 5, -1); return values },
	"BottomK": func(x *Node) *Node { values, _ := BottomK(x, 5, 0); return values },
	"ArgMax":  func(x *Node) *Node { return ArgMax(x, -1) },
	"several": func(x *Node) *Node {
		all := x
		for k := range 8 {
			all = Add(all, Sort(MulScalar(x, float64(k-4)), k%2, k%3 == 0))
		}
		return Dot(all, all).Product()
	},
}

// TestGraphsDoNotWaitForTheirOwnWorkers checks that every function in sorting returns when called concurrently, with 1, 2
// and 8 processors (only 2 with -short).
func TestGraphsDoNotWaitForTheirOwnWorkers(t *testing.T) {
	if os.Getenv("IGBO_SORTING") == "" && runtime.GOOS != "js" { // js has one processor and no subprocesses
		all := []string{"2", "1", "8"}
		if testing.Short() {
			all = all[:1]
		}
		for _, processors := range all {
			cmd := exec.Command(os.Args[0], "-test.run", t.Name(), "-test.timeout", "5m")
			cmd.Env = append(os.Environ(), "IGBO_SORTING=1", "GOMAXPROCS="+processors)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s processors: %v\n%.2000s", processors, err, out)
			}
		}
		return
	}
	for _, options := range []string{"", "parallelism=1", "parallelism=0", "ops_parallel"} {
		for name, f := range sorting {
			done := make(chan error, 1)
			go func() { done <- called(options, f) }()
			select {
			case err := <-done:
				if err != nil {
					t.Errorf("%q, %s: %v", options, name, err)
				}
			case <-time.After(2 * time.Minute):
				t.Fatalf("%q, %s hangs", options, name)
			}
		}
	}
}

func called(options string, f func(x *Node) *Node) error {
	b, err := Open(options)
	if err != nil {
		return err
	}
	e, err := NewExec(b, f)
	if err != nil {
		return err
	}
	errs := make(chan error)
	for range 4 {
		go func() {
			_, err := e.Call1(tensors.FromScalarAndDimensions(float32(0.5), 40, 40))
			errs <- err
		}()
	}
	for range 4 {
		err = errors.Join(err, <-errs)
	}
	return err
}

// TestOnlyThisPackageOpensTheBackend checks that no other package imports gobackend, whose default mode can deadlock. It
// ignores tests.
func TestOnlyThisPackageOpensTheBackend(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	must.Do(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(root, path)
		if name != filepath.Join("igbo", "backend", "embedded", "embedded.go") && bytes.Contains(text, []byte(`"github.com/gomlx/compute/gobackend"`)) {
			t.Errorf("%s imports the embedded backend, expected package embedded to open it", name)
		}
		return nil
	}))
}

// TestOptionsKeepTheSafeMode checks that Complete adds the safe mode unless the options name another one, and that Check
// rejects options that can deadlock.
func TestOptionsKeepTheSafeMode(t *testing.T) {
	for options, want := range map[string]string{
		"": Config, "parallelism=4": "parallelism=4," + Config, "ops_parallel": "ops_parallel,parallelism=-1,creation_order",
		"dependency_order,parallelism=2": "dependency_order,parallelism=2,ops_sequential", Config: Config,
	} {
		if got := Complete(options); got != want {
			t.Errorf("%q becomes %q, want %q", options, got, want)
		}
	}
	for options, hangs := range map[string]bool{"": false, "parallelism=4": false, "ops_parallel": false, "ops_parallel,parallelism=-1": false, "parallelism=4,ops_parallel": true} {
		if err := Check(options); (err != nil) != hangs {
			t.Errorf("%q: %v", options, err)
		}
	}
	if got := workers("parallelism=3"); got != 3 {
		t.Errorf("%d workers, want 3", got)
	}
}
