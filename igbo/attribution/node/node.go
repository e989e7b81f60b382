package node

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/gomlx/compute/support/xslices"
	"github.com/gomlx/gomlx/core/graph"
)

// Setting returns the named parameter of a node, such as the axes of a ReduceSum.
func Setting(n *graph.Node, name string) reflect.Value {
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
		panic(fmt.Errorf("node: parameter %q of operation %s cannot be read, expected GoMLX v0.28", name, n.Type()))
	}
	return v
}

// Int returns an integer parameter of a node.
func Int(n *graph.Node, name string) int { return int(Setting(n, name).Int()) }

// Ints returns a list-of-integers parameter of a node.
func Ints(n *graph.Node, name string) []int {
	v := Setting(n, name)
	list := make([]int, v.Len())
	for i := range list {
		list[i] = int(v.Index(i).Int())
	}
	return list
}

// Sizes is [Ints] with a default for a list that was left out.
func Sizes(n *graph.Node, name string, length, missing int) []int {
	if list := Ints(n, name); len(list) > 0 {
		return list
	}
	return slices.Repeat([]int{missing}, length)
}

// Pairs returns a list of paddings (start, end), zeros where it was left out.
func Pairs(n *graph.Node, name string, length int) [][2]int {
	v := Setting(n, name)
	list := make([][2]int, length)
	for i := range v.Len() {
		list[i] = [2]int{int(v.Index(i).Index(0).Int()), int(v.Index(i).Index(1).Int())}
	}
	return list
}

// ConvAxes returns the axes of a ConvGeneral node.
func ConvAxes(n *graph.Node) graph.ConvolveAxesConfig {
	v := Setting(n, "axes")
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
	return (*graph.Function)(Setting(n, name).UnsafePointer())
}

// Padding returns the padding of a Pad node, one entry for each axis.
func Padding(n *graph.Node) []graph.PadAxis {
	v := Setting(n, "axesConfig")
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
	v := Setting(n, "options")
	return &graph.CumSumOptions{Exclusive: v.FieldByName("Exclusive").Bool(), Reverse: v.FieldByName("Reverse").Bool()}
}

// twinField is where a node keeps its decomposed version.
var twinField, twinFound = reflect.TypeFor[graph.Node]().FieldByName("vjpAlternateOutputs")

// Twin returns the decomposed version of a fused node, nil where it has none.
func Twin(n *graph.Node) *graph.Node {
	if !twinFound {
		panic(fmt.Errorf("node: the decomposed form of fused operations cannot be read, expected GoMLX v0.28"))
	}
	v := reflect.ValueOf(n).Elem().FieldByIndex(twinField.Index)
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

// Embedded tells whether the node's graph is for GoMLX's embedded Go backend.
func Embedded(n *graph.Node) bool { return n.Graph().Backend().Name() == "Go Backend" }
