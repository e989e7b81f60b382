package gomlx

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"unsafe"

	"github.com/gomlx/compute/support/xslices"
	"github.com/gomlx/gomlx/core/graph"
)

// version is the version of GoMLX whose fields this file reads and sets.
const version = "v0.28.8"

// Layouts of GoMLX's structures: the unexported fields that this file uses, with their types.
var (
	nodeLayout = map[string]string{
		"id": "graph.NodeId", "inputs": "graph.NodeInputs", "vjpAlternateOutputs": "[]*graph.Node",
	}
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

// CheckNodes returns an error unless GoMLX's nodes have the fields that the functions of
// this package read. The parameters of an operation are checked when they are read.
func CheckNodes() error { return checkLayout(reflect.TypeFor[graph.Node](), nodeLayout) }

// CheckBuilder returns an error unless GoMLX's graphs, and the builder of a backend, have the
// fields that [NewClosure] sets. Of builders only XLA's has such fields.
func CheckBuilder(builder any) error {
	t := reflect.TypeOf(builder)
	if t.Kind() != reflect.Pointer {
		return fmt.Errorf("gomlx: the builder must be a pointer, got %s", t)
	}
	if err := checkLayout(reflect.TypeFor[graph.Graph](), graphLayout); err != nil {
		return err
	}
	if err := checkLayout(reflect.TypeFor[graph.Function](), functionLayout); err != nil {
		return err
	}
	if t.Elem().PkgPath() != xlaPackage {
		return nil
	}
	return checkLayout(t.Elem(), builderLayout)
}

// xlaPackage is the package of the types of XLA's backend.
const xlaPackage = "github.com/gomlx/go-xla/compute/xla"

// checkLayout returns an error unless a structure has the fields, of these types.
func checkLayout(structure reflect.Type, fields map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if f, ok := structure.FieldByName(name); !ok || f.Type.String() != fields[name] {
			return missing(structure.String(), name, fields[name])
		}
	}
	return nil
}

// missing returns the error for a field that another version of GoMLX lacks.
func missing(structure, name, kind string) error {
	return fmt.Errorf("gomlx: %s has no field %s of type %s (this package requires GoMLX %s)", structure, name, kind, version)
}

// setting returns the named parameter of a node, such as the axes of a ReduceSum.
func setting(n *graph.Node, name string) reflect.Value {
	v := reflect.ValueOf(n).Elem().FieldByName("inputs")
	if v.IsValid() && v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.Kind() == reflect.Struct {
		v = v.FieldByName(name)
	}
	if !v.IsValid() {
		panic(fmt.Errorf("gomlx: reading parameter %q of operation %s: the field does not exist (this package requires GoMLX %s)", name, n.Type(), version))
	}
	return v
}

// Int returns an integer parameter of a node.
func Int(n *graph.Node, name string) int { return int(setting(n, name).Int()) }

// Ints returns a list-of-integers parameter of a node.
func Ints(n *graph.Node, name string) []int {
	v := setting(n, name)
	list := make([]int, v.Len())
	for i := range list {
		list[i] = int(v.Index(i).Int())
	}
	return list
}

// Sizes returns a list as [Ints] does, with a default for a missing list.
func Sizes(n *graph.Node, name string, length, missing int) []int {
	if list := Ints(n, name); len(list) > 0 {
		return list
	}
	return slices.Repeat([]int{missing}, length)
}

// Pairs returns a list of paddings (start, end), or zeros if it is missing.
func Pairs(n *graph.Node, name string, length int) [][2]int {
	v := setting(n, name)
	list := make([][2]int, length)
	for i := range v.Len() {
		list[i] = [2]int{int(v.Index(i).Index(0).Int()), int(v.Index(i).Index(1).Int())}
	}
	return list
}

// ConvAxes returns the axes of a ConvGeneral node.
func ConvAxes(n *graph.Node) graph.ConvolveAxesConfig {
	v := setting(n, "axes")
	one := func(name string) int { return int(v.FieldByName(name).Int()) }
	list := func(name string) []int {
		axes := make([]int, v.FieldByName(name).Len())
		for i := range axes {
			axes[i] = int(v.FieldByName(name).Index(i).Int())
		}
		return axes
	}
	return graph.ConvolveAxesConfig{
		InputBatch: one("InputBatch"), InputChannels: one("InputChannels"), InputSpatial: list("InputSpatial"),
		KernelInputChannels: one("KernelInputChannels"), KernelOutputChannels: one("KernelOutputChannels"), KernelSpatial: list("KernelSpatial"),
		OutputBatch: one("OutputBatch"), OutputChannels: one("OutputChannels"), OutputSpatial: list("OutputSpatial"),
	}
}

// Function returns a function among a node's parameters.
func Function(n *graph.Node, name string) *graph.Function {
	return (*graph.Function)(setting(n, name).UnsafePointer())
}

// Padding returns the padding of a Pad node, one entry for each axis.
func Padding(n *graph.Node) []graph.PadAxis {
	v := setting(n, "axesConfig")
	axes := make([]graph.PadAxis, n.Rank())
	for i := range v.Len() {
		axis := v.Index(i)
		axes[i] = graph.PadAxis{
			Start:    int(axis.FieldByName("Start").Int()),
			End:      int(axis.FieldByName("End").Int()),
			Interior: int(axis.FieldByName("Interior").Int()),
		}
	}
	return axes
}

// CumSum returns the options of a CumSum node.
func CumSum(n *graph.Node) *graph.CumSumOptions {
	v := setting(n, "options")
	return &graph.CumSumOptions{Exclusive: v.FieldByName("Exclusive").Bool(), Reverse: v.FieldByName("Reverse").Bool()}
}

// decomposedField is the field with the decomposed form of a node.
var decomposedField, decomposedFound = reflect.TypeFor[graph.Node]().FieldByName("vjpAlternateOutputs")

// Decomposed returns the decomposed form of a fused node, nil if it has none.
func Decomposed(n *graph.Node) *graph.Node {
	if !decomposedFound {
		panic(missing("graph.Node", "vjpAlternateOutputs", "[]*graph.Node"))
	}
	v := reflect.ValueOf(n).Elem().FieldByIndex(decomposedField.Index)
	if v.Len() == 0 || v.Index(0).IsNil() {
		return nil
	}
	return n.Graph().NodeById(graph.NodeId(v.Index(0).Elem().FieldByName("id").Int()))
}

// ReducedAxes lists the axes of a reduction node; GoMLX stores none for all.
func ReducedAxes(n *graph.Node) []int {
	if axes := Ints(n, "axes"); len(axes) > 0 {
		return axes
	}
	return xslices.Iota(0, n.Inputs()[0].Rank())
}

// Embedded reports whether the node's graph is for GoMLX's embedded Go backend.
func Embedded(n *graph.Node) bool { return n.Graph().Backend().Name() == "Go Backend" }

// Float returns a floating-point parameter of a node.
func Float(n *graph.Node, name string) float64 { return setting(n, name).Float() }

// Bool returns a boolean parameter of a node.
func Bool(n *graph.Node, name string) bool { return setting(n, name).Bool() }

// LoopBody returns a number that identifies the body of a While, which clones of the
// While share, and 0 for any other operation.
func LoopBody(n *graph.Node) uintptr {
	if n.Type() != graph.NodeTypeWhile {
		return 0
	}
	return setting(n, "body").Pointer()
}

// settable returns an unexported field as a settable value.
func settable(pointer reflect.Value, name string) reflect.Value {
	f := pointer.Elem().FieldByName(name)
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}

// xlaBuilder returns the pointer to the builder of a graph for XLA. It returns false for other backends, whose builders cache nothing for
// the current function.
func xlaBuilder(g *graph.Graph) (reflect.Value, bool) {
	b := settable(reflect.ValueOf(g), "builder").Elem()
	return b, b.Type().Elem().PkgPath() == xlaPackage
}

// caches returns what a graph and its builder cache for the current function.
func caches(g *graph.Graph) []reflect.Value {
	owner := reflect.ValueOf(g)
	list := []reflect.Value{settable(owner, "scalars"), settable(owner, "tensorConstants")}
	if builder, ok := xlaBuilder(g); ok {
		for _, name := range []string{"cacheReductions", "cacheArgMinMax", "cacheSelections"} {
			list = append(list, settable(builder, name))
		}
	}
	return list
}

// WithCaches runs a function with empty caches of constants and reductions in the graph, so the nodes that it creates only belong
// to the current function. The graph's builder must pass [CheckBuilder].
func WithCaches(g *graph.Graph, run func()) {
	for _, cache := range caches(g) {
		previous := reflect.ValueOf(cache.Interface())
		cache.Set(reflect.MakeMap(cache.Type()))
		defer cache.Set(previous)
	}
	run()
}

// withMain runs a function while the current function is the main one of XLA's builder, which is the parent of all closures created in it.
// Closures of the embedded backend have no parent.
func withMain(g *graph.Graph, run func()) {
	builder, ok := xlaBuilder(g)
	if !ok {
		run()
		return
	}
	main := settable(builder, "mainFn")
	previous := reflect.ValueOf(main.Interface())
	defer main.Set(previous)
	main.Set(settable(reflect.ValueOf(g.CurrentFunc()), "backendFunc").Elem())
	run()
}

// NewClosure creates a closure as graph.NewClosure does, in the current function, with separate caches. The graph's builder must
// pass [CheckBuilder].
func NewClosure(g *graph.Graph, define func() []*graph.Node) (f *graph.Function) {
	WithCaches(g, func() {
		withMain(g, func() {
			f = graph.NewClosure(g, func(g *graph.Graph) (outputs []*graph.Node) {
				withMain(g, func() { outputs = define() })
				return outputs
			})
		})
	})
	return f
}
