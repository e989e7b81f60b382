package scan

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"sync"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/gomlx"
)

// Supported tells whether loops are built as a While on the backend: it is XLA, or the
// embedded one with its programs, and GoMLX and go-xla are of versions that this package
// knows. Elsewhere [Scan] is unrolled and [Repeat] panics.
func Supported(b compute.Backend) bool { return Reason(b) == nil }

// Reason says why loops are not built as a While on the backend, nil where they are.
func Reason(b compute.Backend) error {
	if b == nil {
		return errors.New("scan: no backend, want the embedded one or XLA's")
	}
	t := reflect.TypeOf(b)
	if l, ok := b.(looping); ok && !l.Loops() {
		return fmt.Errorf("scan: backend %s was opened without loops", b.Name())
	}
	if reason, ok := reasons.Load(t); ok {
		err, _ := reason.(error)
		return err
	}
	err := unsupported(b)
	if !errors.Is(err, errNoBuilder) {
		reasons.Store(t, err)
	}
	return err
}

// NoKernel reports whether a loop was not built, with this error or panic, because its
// body holds an operation or a type that the embedded backend has no kernel for in loops.
func NoKernel(reason any) bool {
	var lacks interface{ NoKernel() string }
	err, ok := reason.(error)
	return ok && errors.As(err, &lacks)
}

// looping is a backend that reports whether a While runs as a program: the embedded one.
type looping interface{ Loops() bool }

// errNoBuilder is of a backend that was finalised.
var errNoBuilder = errors.New("scan: the backend makes no builder")

// reasons keeps the answers by type of backend.
var reasons sync.Map

// xlaPackage is where the type of XLA's backend is.
const xlaPackage = "github.com/gomlx/go-xla/compute/xla"

// knownVersions are those of the modules that the package was tested with.
var knownVersions = map[string][]string{
	"github.com/gomlx/gomlx":  {"v0.28.8"},
	"github.com/gomlx/go-xla": {"v0.4.5"},
}

func unsupported(b compute.Backend) error {
	t := reflect.TypeOf(b)
	sources := []reflect.Value{reflect.ValueOf(graph.NewClosure)}
	if _, ok := b.(looping); !ok {
		if t.Kind() != reflect.Pointer || t.Elem().PkgPath() != xlaPackage {
			return fmt.Errorf("scan: backend %s has no loops with derivatives, want the embedded one or XLA", b.Name())
		}
		method, ok := t.MethodByName("Builder")
		if !ok {
			return fmt.Errorf("scan: XLA's backend %s has no Builder", t)
		}
		sources = append(sources, method.Func)
	}
	for _, f := range sources {
		if err := checkVersion(sourceOf(f)); err != nil {
			return err
		}
	}
	builder := b.Builder("layout")
	if builder == nil {
		return errNoBuilder
	}
	if err := gomlx.CheckBuilder(builder); err != nil {
		return fmt.Errorf("scan: %w", err)
	}
	return nil
}

// sourceOf is the file that a function was compiled from. It names the module's
// version, unless the module was replaced or vendored.
func sourceOf(f reflect.Value) string {
	file, _ := runtime.FuncForPC(f.Pointer()).FileLine(f.Pointer())
	return file
}

var versioned = regexp.MustCompile(`(github\.com/gomlx/[a-z-]+)@(v[^/]+)/`)

// checkVersion is an error unless a source file is of a known version of a module.
func checkVersion(file string) error {
	m := versioned.FindStringSubmatch(file)
	if m == nil {
		return fmt.Errorf("scan: the version of a module is not known, its source is %q", file)
	}
	if versions := knownVersions[m[1]]; !slices.Contains(versions, m[2]) {
		return fmt.Errorf("scan: %s is %s, want one of %v", m[1], m[2], versions)
	}
	return nil
}
