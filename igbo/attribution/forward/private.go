package forward

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/gomlx/gomlx/core/graph"
)

// The functions of this file read unexported fields of GoMLX v0.28 nodes. They
// never write, and report a field that a later version renamed.

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
		panic(fmt.Errorf("forward: parameter %q of operation %s cannot be read, expected GoMLX v0.28", name, n.Type()))
	}
	return v
}

// intSetting returns an integer parameter of a node.
func intSetting(n *graph.Node, name string) int { return int(setting(n, name).Int()) }

// intsSetting returns a list-of-integers parameter of a node.
func intsSetting(n *graph.Node, name string) []int {
	v := setting(n, name)
	list := make([]int, v.Len())
	for i := range list {
		list[i] = int(v.Index(i).Int())
	}
	return list
}

// sizesSetting is intsSetting with a default for a list that was left out.
func sizesSetting(n *graph.Node, name string, length, missing int) []int {
	if list := intsSetting(n, name); len(list) > 0 {
		return list
	}
	return slices.Repeat([]int{missing}, length)
}

// pairsSetting returns a list of paddings (start, end), zeros where it was left out.
func pairsSetting(n *graph.Node, name string, length int) [][2]int {
	v := setting(n, name)
	list := make([][2]int, length)
	for i := range v.Len() {
		list[i] = [2]int{int(v.Index(i).Index(0).Int()), int(v.Index(i).Index(1).Int())}
	}
	return list
}

// convAxes returns the axes of a ConvGeneral node.
func convAxes(n *graph.Node) graph.ConvolveAxesConfig {
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

// functionSetting returns a function among a node's parameters.
func functionSetting(n *graph.Node, name string) *graph.Function {
	return (*graph.Function)(setting(n, name).UnsafePointer())
}

// padSetting returns the padding of a Pad node, one entry for each axis.
func padSetting(n *graph.Node) []graph.PadAxis {
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

// cumSumSetting returns the options of a CumSum node.
func cumSumSetting(n *graph.Node) *graph.CumSumOptions {
	v := setting(n, "options")
	return &graph.CumSumOptions{Exclusive: v.FieldByName("Exclusive").Bool(), Reverse: v.FieldByName("Reverse").Bool()}
}

// twinField is where a node keeps its decomposed version.
var twinField, twinFound = reflect.TypeFor[graph.Node]().FieldByName("vjpAlternateOutputs")

// twin returns the decomposed version of a fused node, nil where it has none.
func twin(n *graph.Node) *graph.Node {
	if !twinFound {
		panic(fmt.Errorf("forward: the decomposed form of fused operations cannot be read, expected GoMLX v0.28"))
	}
	v := reflect.ValueOf(n).Elem().FieldByIndex(twinField.Index)
	if v.Len() == 0 || v.Index(0).IsNil() {
		return nil
	}
	return n.Graph().NodeById(graph.NodeId(v.Index(0).Elem().FieldByName("id").Int()))
}
