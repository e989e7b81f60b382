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
)

// Supported tells whether loops are built as a While on the backend: it is XLA, and
// GoMLX and go-xla are of versions that this package knows. Elsewhere [Scan] is
// unrolled and [Repeat] panics.
func Supported(b compute.Backend) bool { return Reason(b) == nil }

// Reason says why loops are not built as a While on the backend, nil where they are.
func Reason(b compute.Backend) error {
	if b == nil {
		return errors.New("scan: no backend, expected XLA's")
	}
	t := reflect.TypeOf(b)
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

// errNoBuilder is of a backend that was finalised.
var errNoBuilder = errors.New("scan: XLA's backend makes no builder")

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
	if t.Kind() != reflect.Pointer || t.Elem().PkgPath() != xlaPackage {
		return fmt.Errorf("scan: backend %s has no loops with derivatives, expected XLA", b.Name())
	}
	method, ok := t.MethodByName("Builder")
	if !ok {
		return fmt.Errorf("scan: XLA's backend %s has no Builder", t)
	}
	for _, f := range []reflect.Value{reflect.ValueOf(graph.NewClosure), method.Func} {
		if err := checkVersion(sourceOf(f)); err != nil {
			return err
		}
	}
	builder := b.Builder("layout")
	if builder == nil {
		return errNoBuilder
	}
	return checkLayout(reflect.TypeOf(builder))
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
		return fmt.Errorf("scan: %s is %s, expected one of %v", m[1], m[2], versions)
	}
	return nil
}

// layouts are the unexported fields that the package sets, with their types.
var (
	graphLayout = map[string]string{
		"builder": "compute.Builder", "currentFunc": "*graph.Function",
		"scalars": "graph.scalarCache", "tensorConstants": "graph.tensorConstCache",
	}
	functionLayout = map[string]string{"backendFunc": "compute.Function"}
	builderLayout  = map[string]string{
		"mainFn":          "*xla.Function",
		"cacheReductions": "map[xla.reductionKey]*stablehlo.Function",
		"cacheArgMinMax":  "map[xla.argMinMaxKey]*stablehlo.Function",
		"cacheSelections": "map[xla.reductionKey]*stablehlo.Function",
	}
)

// checkLayout is an error unless the structures have the fields as expected.
func checkLayout(builder reflect.Type) error {
	if builder.Kind() != reflect.Pointer {
		return fmt.Errorf("scan: XLA's builder is a %s, expected a pointer", builder)
	}
	for _, s := range []struct {
		t      reflect.Type
		fields map[string]string
	}{{reflect.TypeFor[graph.Graph](), graphLayout}, {reflect.TypeFor[graph.Function](), functionLayout}, {builder.Elem(), builderLayout}} {
		for name, want := range s.fields {
			f, ok := s.t.FieldByName(name)
			if !ok || f.Type.String() != want {
				return fmt.Errorf("scan: %s has no field %s of type %s", s.t, name, want)
			}
		}
	}
	return nil
}
