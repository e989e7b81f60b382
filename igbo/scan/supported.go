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

// Supported reports whether the backend runs loops as a While. This requires XLA or the embedded backend with programs,
// and known versions of GoMLX and go-xla. On other backends [Scan] is unrolled and [Repeat] panics.
func Supported(b compute.Backend) bool { return Reason(b) == nil }

// Reason returns an error that explains why [Supported] returns false for the backend, or nil if it returns true.
func Reason(b compute.Backend) error {
	if b == nil {
		return errors.New("scan: the backend must not be nil; use the embedded backend or XLA")
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

// NoKernel reports whether an error or a panic value means that the embedded backend has no kernel for an operation or
// type in a loop.
func NoKernel(reason any) bool {
	var lacks interface{ NoKernel() string }
	err, ok := reason.(error)
	return ok && errors.As(err, &lacks)
}

// looping is implemented by the embedded backend. Loops reports whether a While runs as a program.
type looping interface{ Loops() bool }

// errNoBuilder is the error for a backend that was finalized.
var errNoBuilder = errors.New("scan: the backend was finalized (open it again)")

// reasons caches the result of unsupported by backend type.
var reasons sync.Map

// xlaPackage is the import path of XLA's backend.
const xlaPackage = "github.com/gomlx/go-xla/compute/xla"

// knownVersions lists the versions of modules that this package was tested with.
var knownVersions = map[string][]string{
	"github.com/gomlx/gomlx":  {"v0.28.8"},
	"github.com/gomlx/go-xla": {"v0.4.5"},
}

func unsupported(b compute.Backend) error {
	t := reflect.TypeOf(b)
	sources := []reflect.Value{reflect.ValueOf(graph.NewClosure)}
	if _, ok := b.(looping); !ok {
		if t.Kind() != reflect.Pointer || t.Elem().PkgPath() != xlaPackage {
			return fmt.Errorf("scan: backend %s has no loops with derivatives; use the embedded backend or XLA", b.Name())
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

// sourceOf returns the source file of a function. Its path contains the version of the module, unless the module was
// replaced or vendored.
func sourceOf(f reflect.Value) string {
	file, _ := runtime.FuncForPC(f.Pointer()).FileLine(f.Pointer())
	return file
}

var versioned = regexp.MustCompile(`(github\.com/gomlx/[a-z-]+)@(v[^/]+)/`)

// checkVersion returns an error unless a source file belongs to a known version of a module.
func checkVersion(file string) error {
	m := versioned.FindStringSubmatch(file)
	if m == nil {
		return fmt.Errorf("scan: the version of the module with the source %q is unknown", file)
	}
	if versions := knownVersions[m[1]]; !slices.Contains(versions, m[2]) {
		return fmt.Errorf("scan: %s is %s, want one of %v", m[1], m[2], versions)
	}
	return nil
}
