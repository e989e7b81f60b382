package selftest

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/compute/support/xslices"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
)

// A Check is the result of running one graph.
type Check struct {
	// Name is "product", "gradient" or "loop".
	Name string `json:"name"`
	// First is the duration of the first call, including compilation. Call is the mean duration of later calls.
	First time.Duration `json:"first"`
	Call  time.Duration `json:"call"`
	// Fault describes the failure. It is empty if the results are correct.
	Fault string `json:"fault,omitempty"`
}

// String returns the name and durations of the check, or its failure.
func (c Check) String() string {
	if c.Fault != "" {
		return c.Name + " fails: " + c.Fault
	}
	return fmt.Sprintf("%s %s (first call %s)", c.Name, c.Call.Round(time.Microsecond), c.First.Round(100*time.Microsecond))
}

// Summary returns all checks as one line of text.
func Summary(checks []Check) string { return strings.Join(xslices.Map(checks, Check.String), ", ") }

const (
	size      = 64  // rows and columns of each matrix
	rounds    = 100 // iterations of the loop
	calls     = 20  // number of timed calls
	tolerance = 1e-4
)

// Run runs all checks. It reports failures, including panics, in Check.Fault.
func Run(b compute.Backend) []Check {
	a, x := matrix(1), matrix(2)
	return []Check{
		check(b, "product", func(a, x *Node) *Node { return Dot(a, x).Product() }, a, x, product(a, x)),
		check(b, "gradient", func(a, x *Node) *Node {
			return Gradient(ReduceAllSum(Sin(Dot(a, x).Product())), x)[0]
		}, a, x, sineGradient(a, x)),
		check(b, "loop", looped, a, x, repeated(a)),
	}
}

// matrix returns a fixed matrix that depends on seed, with elements in [−1, 1].
func matrix(seed int) []float32 {
	m := make([]float32, size*size)
	for i := range m {
		m[i] = float32(math.Sin(float64(seed*i + seed)))
	}
	return m
}

// product returns a·x.
func product(a, x []float32) []float64 {
	out := make([]float64, size*size)
	for i := range size {
		for k := range size {
			for j := range size {
				out[i*size+j] += float64(a[i*size+k]) * float64(x[k*size+j])
			}
		}
	}
	return out
}

// sineGradient returns ∂ Σ sin(a·x) / ∂x = aᵀ·cos(a·x).
func sineGradient(a, x []float32) []float64 {
	out, y := make([]float64, size*size), product(a, x)
	for i := range size {
		for k := range size {
			for j := range size {
				out[k*size+j] += float64(a[i*size+k]) * math.Cos(y[i*size+j])
			}
		}
	}
	return out
}

// looped builds a loop that repeats a ← a/2 + 1.
func looped(a, _ *Node) *Node {
	g := a.Graph()
	state := func(g *Graph) (i, v *Node) {
		return Parameter(g, "i", shapes.Make(dtypes.Int32)), Parameter(g, "v", a.Shape())
	}
	proceed := NewClosure(g, func(g *Graph) []*Node {
		i, _ := state(g)
		return []*Node{LessThan(i, Const(g, int32(rounds)))}
	})
	body := NewClosure(g, func(g *Graph) []*Node {
		i, v := state(g)
		half := BroadcastToDims(Const(g, float32(0.5)), size, size)
		one := BroadcastToDims(Const(g, float32(1)), size, size)
		return []*Node{Add(i, Const(g, int32(1))), Add(Mul(v, half), one)}
	})
	return While(proceed, body, Const(g, int32(0)), a)[1]
}

func repeated(a []float32) []float64 {
	out := make([]float64, len(a))
	for i, v := range a {
		out[i] = float64(v)
		for range rounds {
			out[i] = out[i]/2 + 1
		}
	}
	return out
}

// check runs one graph, compares its result with want, and measures its calls.
func check(b compute.Backend, name string, graph func(a, x *Node) *Node, a, x []float32, want []float64) (c Check) {
	c.Name = name
	defer func() {
		if r := recover(); r != nil {
			c.Fault = fmt.Sprint(r)
		}
	}()
	exec, err := NewExec(b, graph)
	if err != nil {
		c.Fault = err.Error()
		return c
	}
	inputs := []any{tensors.FromFlatDataAndDimensions(a, size, size), tensors.FromFlatDataAndDimensions(x, size, size)}
	start := time.Now()
	out, err := exec.Call1(inputs...)
	c.First = time.Since(start)
	if err == nil {
		err = near(out, want)
	}
	if start = time.Now(); err == nil {
		err = repeat(exec, inputs)
		c.Call = time.Since(start) / calls
	}
	if err != nil {
		c.Fault = err.Error()
	}
	exec.Finalize() // not deferred: if the graph panicked, the executor still holds its lock
	return c
}

// repeat calls a graph repeatedly and waits for each result.
func repeat(exec *Exec, inputs []any) error {
	for range calls {
		out, err := exec.Call1(inputs...)
		if err == nil {
			err = errors.Join(out.ConstFlatData(func(any) {}), out.FinalizeAll())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// near returns an error if a result differs from want.
func near(out *tensors.Tensor, want []float64) (err error) {
	read := out.ConstFlatData(func(flat any) {
		got, ok := flat.([]float32)
		if !ok || len(got) != len(want) {
			err = fmt.Errorf("selftest: the result must be %d float32 numbers, got %s", len(want), out.Shape())
			return
		}
		for i, v := range got {
			if !(math.Abs(float64(v)-want[i]) <= tolerance*max(1, math.Abs(want[i]))) {
				err = fmt.Errorf("selftest: number %d of the result is %g, want %g", i, v, want[i])
				return
			}
		}
	})
	return errors.Join(read, err)
}
