package scan

import (
	"reflect"
	"unsafe"

	"github.com/gomlx/gomlx/core/graph"
)

// field is a field of a structure, settable although it is not exported.
func field(pointer reflect.Value, name string) reflect.Value {
	f := pointer.Elem().FieldByName(name)
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}

// caches are what a graph and its builder keep for the function in hand.
func caches(g *graph.Graph) []reflect.Value {
	owner, builder := reflect.ValueOf(g), builderOf(g)
	return []reflect.Value{
		field(owner, "scalars"), field(owner, "tensorConstants"),
		field(builder, "cacheReductions"), field(builder, "cacheArgMinMax"), field(builder, "cacheSelections"),
	}
}

// builderOf is the pointer to XLA's builder of the graph.
func builderOf(g *graph.Graph) reflect.Value { return field(reflect.ValueOf(g), "builder").Elem() }

// withCaches runs a function with empty caches, so that what it makes is its own.
func withCaches(g *graph.Graph, run func()) {
	for _, cache := range caches(g) {
		kept := reflect.ValueOf(cache.Interface())
		cache.Set(reflect.MakeMap(cache.Type()))
		defer cache.Set(kept)
	}
	run()
}

// withMain runs a function with the function in hand as the builder's main one,
// which is the parent of all closures made meanwhile.
func withMain(g *graph.Graph, run func()) {
	main := field(builderOf(g), "mainFn")
	kept := reflect.ValueOf(main.Interface())
	defer main.Set(kept)
	main.Set(field(reflect.ValueOf(g.CurrentFunc()), "backendFunc").Elem())
	run()
}

// newClosure is graph.NewClosure in the function in hand, whichever it is, with
// caches of its own.
func newClosure(g *graph.Graph, define func() []*graph.Node) (f *graph.Function) {
	withCaches(g, func() {
		withMain(g, func() {
			f = graph.NewClosure(g, func(g *graph.Graph) (outputs []*graph.Node) {
				withMain(g, func() { outputs = define() })
				return outputs
			})
		})
	})
	return f
}
