package forward

import (
	"fmt"
	"reflect"

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

// twin returns the decomposed version of a fused node, nil where it has none.
func twin(n *graph.Node) *graph.Node {
	v := reflect.ValueOf(n).Elem().FieldByName("vjpAlternateOutputs")
	if !v.IsValid() {
		panic(fmt.Errorf("forward: the decomposed form of fused operations cannot be read, expected GoMLX v0.28"))
	}
	if v.Len() == 0 || v.Index(0).IsNil() {
		return nil
	}
	return n.Graph().NodeById(graph.NodeId(v.Index(0).Elem().FieldByName("id").Int()))
}
