package onnx

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gomlx/compute-onnx/support/protos"

	"github.com/igbolab/igbolab/igbo/internal/memory"
	"github.com/igbolab/igbolab/igbo/onnx/modelfile"
)

// chain applies the operations to x n times.
func chain(n int, ops ...string) (nodes []*protos.NodeProto) {
	last := "x"
	for i := range n {
		out := fmt.Sprintf("v%d", i)
		if i == n-1 {
			out = "y"
		}
		nodes = append(nodes, node(ops[i%len(ops)], []string{last}, []string{out}))
		last = out
	}
	return nodes
}

// TestLargeFilesAreRefusedBeforeAnythingIsMade checks that small files with huge tensors or very many
// operations fail at once with a one-line error.
func TestLargeFilesAreRefusedBeforeAnythingIsMade(t *testing.T) {
	const huge = 1 << 40
	added := node("Add", []string{"x", "big"}, []string{"y"})
	float := &protos.TensorProto{Name: "s", DataType: int32(protos.TensorProto_FLOAT), Dims: []int64{}, FloatData: []float32{1}}
	one := func(name string, v int64) *protos.TensorProto {
		p := integersOf(name, v)
		p.Dims = nil
		return p
	}
	for want, file := range map[string]string{
		"operation ConstantOfShape": saved(t, 20, []*protos.NodeProto{node("ConstantOfShape", []string{"d"}, []string{"big"}), added}, integersOf("d", huge)),
		"operation Expand":          saved(t, 20, []*protos.NodeProto{node("Expand", []string{"s", "d"}, []string{"big"}), added}, float, integersOf("d", huge, huge)),
		"operation Range":           saved(t, 20, []*protos.NodeProto{node("Range", []string{"a", "b", "c"}, []string{"big"}), node("Cast", []string{"big"}, []string{"f"}, modelfile.Int("to", 1)), node("Add", []string{"x", "f"}, []string{"y"})}, one("a", 0), one("b", huge), one("c", 1)),
		"operation Tile":            saved(t, 20, []*protos.NodeProto{node("Tile", []string{"x", "d"}, []string{"y"})}, integersOf("d", 1, huge)),
		"operation Pad":             saved(t, 20, []*protos.NodeProto{node("Pad", []string{"x", "d"}, []string{"y"})}, integersOf("d", 0, 0, 0, huge)),
		"operation OneHot":          saved(t, 20, []*protos.NodeProto{node("Cast", []string{"x"}, []string{"i"}, modelfile.Int("to", 7)), node("OneHot", []string{"i", "d", "v"}, []string{"y"})}, integersOf("d", huge), &protos.TensorProto{Name: "v", DataType: 1, Dims: []int64{2}, FloatData: []float32{0, 1}}),
		"operations, 60000":         saved(t, 20, chain(60_000, "Tanh", "Neg")),
		"max 50000 nodes":           saved(t, 20, chain(20_000, "Softmax", "Tanh")),
		"memory at once: ":          "", // written just before it is loaded, because the available memory changes
	} {
		if file == "" {
			file = saved(t, 20, []*protos.NodeProto{node("Tile", []string{"x", "d"}, []string{"a"}), node("Exp", []string{"a"}, []string{"b"}), node("Mul", []string{"a", "b"}, []string{"c"}), node("Mul", []string{"c", "a"}, []string{"e"}), node("Add", []string{"e", "b"}, []string{"y"})}, integersOf("d", 1, int64(0.014*memory.Available()/(5*6*4))))
		}
		start := time.Now()
		_, err := Load(file)
		switch {
		case err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n"):
			t.Errorf("%v, want %q in one line", err, want)
		case time.Since(start) > 2*time.Minute:
			t.Errorf("%v took %v", err, time.Since(start))
		}
	}
}
