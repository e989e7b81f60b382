package derivative

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/scan"
)

var (
	update   = flag.Bool("update", false, "write the table of operations, and its copy in doc.go")
	only     = flag.String("only", "", "measure and log the operations whose name contains this, and compare nothing")
	unmended = flag.Bool("before", false, "measure GoMLX's own gradients instead, and report them")
)

// TestTable compares every row with finite differences in float64, and compares the results with the committed
// table.
func TestTable(t *testing.T) {
	name := "go"
	if !backendtest.Embedded() {
		name = "xla"
	}
	gradient := CheckedGradient
	if *unmended {
		gradient = Gradient
		must.Do(t, Install())
		installed := VJPRegistration
		defer func() { VJPRegistration = installed }()
		VJPRegistration = maps.Clone(registered)
		VJPRegistration[NodeTypeWhile] = scan.Backward
	}
	var rows []Row
	for _, c := range rowCases() {
		if strings.Contains(OpName(c.op), *only) {
			rows = append(rows, c.measure(t, gradient))
		}
	}
	t.Log(counts(rows))
	if *unmended {
		for _, r := range rows {
			if slices.ContainsFunc(r.Statuses(), func(s Status) bool { return s == Wrong || s == Unnamed }) {
				t.Logf("%s, %s: %v", r.Op, r.Setting, r.Statuses())
			}
		}
		return
	}
	for _, r := range rows {
		if slices.ContainsFunc(r.Statuses(), func(s Status) bool { return s == Wrong || s == Unnamed }) {
			t.Errorf("%s (%s): %v, expected right, refused or not built", r.Op, r.Setting, r.Statuses())
		}
	}
	if *only != "" {
		return
	}
	text := must.Of(json.MarshalIndent(rows, "", " ")).In(t)
	file := "table_" + name + ".json"
	if *update {
		must.Do(t, os.WriteFile(file, append(text, '\n'), 0o644))
		return
	}
	if committed, err := os.ReadFile(file); err != nil || strings.TrimSpace(string(committed)) != string(text) {
		t.Errorf("%s differs from what was measured (%v): go test ./igbo/attribution/derivative -run TestTable -update", file, err)
	}
}

// counts formats how many rows have which status, by column.
func counts(rows []Row) string {
	names := []string{"forward", "reverse", "second by forward", "second by reverse"}
	text := fmt.Sprintf("%d rows", len(rows))
	for i, name := range names {
		n := map[Status]int{}
		for _, r := range rows {
			n[r.Statuses()[i]]++
		}
		text += fmt.Sprintf("; %s: %d right, %d refused, %d not built, %d wrong, %d unnamed", name, n[Right], n[Refused], n[NotBuilt], n[Wrong], n[Unnamed])
	}
	return text
}

type gradientFunc func(output *Node, inputs ...*Node) []*Node

// measure determines one row. With z = x·exp(θ) for every input, and q(y) = y + y²/4,
//
//	Φ(θ, x) = Σ_j w_j·q(f(z)_j)
//
// is a stand-in for the model. h is its derivative along a direction of x, and the gradient of H is the
// derivative of h along a direction of θ.
func (c rowCase) measure(t *testing.T, gradient gradientFunc) Row {
	t.Helper()
	n := len(c.in)
	theta, v, u := c.like(1, 0.1), c.like(2, 1), c.like(3, 1)
	phi := func(in []*Node) *Node { return c.phi(in[:n], in[n:2*n]) }
	forward := func(in []*Node) *Node { return JVP([]*Node{phi(in)}, in[n:2*n], in[2*n:])[0] }
	reverse := func(in []*Node) *Node { return along(gradient(phi(in), in[n:2*n]...), in[2*n:]) }
	first := func(h func(in []*Node) *Node) func(in []*Node) *Node { return h }
	second := func(h func(in []*Node) *Node) func(in []*Node) *Node {
		return func(in []*Node) *Node { return along(gradient(h(in[:3*n]), in[:n]...), in[3*n:]) }
	}
	r := Row{Op: OpName(c.op), Setting: c.setting, Note: c.zero}
	if !c.built(t, phi, theta) {
		r.Forward, r.Reverse, r.SecondForward, r.SecondReverse = NotBuilt, NotBuilt, NotBuilt, NotBuilt
		return r
	}
	status := func(build func(in []*Node) *Node, want func() float64, tol float64) Status {
		all := tensors64(theta, c.in, v, u)
		got, err := backendtest.TryEvaluate(t, func(in []*Node) []*Node { return []*Node{build(in)} }, all...)
		var named *UnsupportedError
		switch {
		case errors.As(err, &named) && named.Op == c.op && named.Reason != "":
			r.Note = named.Reason
			return Refused
		case err != nil && strings.Contains(err.Error(), "not implemented"):
			t.Logf("%s (%s): the derivative is not built: %.300v", r.Op, r.Setting, err)
			return NotBuilt
		case err != nil:
			t.Logf("%s (%s): %.900v", r.Op, r.Setting, err)
			return Unnamed
		case math.Abs(got[0][0]-want()) <= tol*math.Max(1, math.Abs(want())):
			return Right
		}
		t.Logf("%s (%s): %.9g, expected %.9g", r.Op, r.Setting, got[0][0], want())
		return Wrong
	}
	value := c.value(t, phi, theta, u, v)
	slope := sync.OnceValue(func() float64 { const e = 1e-5; return (value(0, e) - value(0, -e)) / (2 * e) })
	mixed := sync.OnceValue(func() float64 {
		const e = 2e-4
		return (value(e, e) - value(e, -e) - value(-e, e) + value(-e, -e)) / (4 * e * e)
	})
	r.Forward, r.Reverse = status(first(cut(forward, 3*n)), slope, 1e-6), status(first(cut(reverse, 3*n)), slope, 1e-6)
	r.SecondForward, r.SecondReverse = status(second(forward), mixed, 1e-4), status(second(reverse), mixed, 1e-4)
	return r
}

// value returns Φ(θ + a·u, x + b·v) as a function of a and b, compiled once.
func (c rowCase) value(t *testing.T, phi func(in []*Node) *Node, theta, u, v []drawn) func(a, b float64) float64 {
	exec := must.Of(NewExec(backendtest.Open(t), func(nodes []*Node) *Node { return phi(nodes) })).In(t)
	return func(a, b float64) float64 {
		var at []any
		for _, x := range tensors64(moved(theta, u, a), moved(c.in, v, b)) {
			at = append(at, x)
		}
		out := must.Of(exec.Call(at...)).In(t)
		return tensors.ToScalar[float64](out[0])
	}
}

func cut(f func(in []*Node) *Node, n int) func(in []*Node) *Node {
	return func(in []*Node) *Node { return f(in[:n]) }
}

// like draws numbers in the shapes of the inputs.
func (c rowCase) like(seed uint64, scale float64) []drawn {
	rng := generator(seed)
	var list []drawn
	for _, x := range c.in {
		list = append(list, draw(func() float64 { return scale * rng.NormFloat64() }, x.dims...))
	}
	return list
}

func moved(x, v []drawn, step float64) []drawn {
	list := make([]drawn, len(x))
	for i := range x {
		list[i] = x[i].moved(v[i], step)
	}
	return list
}

// phi builds Φ; see measure.
func (c rowCase) phi(theta, x []*Node) *Node {
	z := make([]*Node, len(x))
	for i := range x {
		z[i] = Mul(x[i], Exp(theta[i]))
	}
	y := c.f(z)
	q := Add(y, MulScalar(Square(y), 0.25))
	if y.IsScalar() {
		return q
	}
	flat := Reshape(q, q.Shape().Size())
	return ReduceAllSum(Mul(flat, AddScalar(Sin(Iota(flat.Graph(), flat.Shape(), 0)), 0.3)))
}

// along computes ⟨g, v⟩ over all inputs.
func along(g, v []*Node) *Node {
	var sum *Node
	for i := range g {
		sum = join(sum, ReduceAllSum(Mul(g[i], v[i])), false)
	}
	return sum
}

// built reports whether the backend evaluates the expression with the operation itself.
func (c rowCase) built(t *testing.T, phi func(in []*Node) *Node, theta []drawn) bool {
	t.Helper()
	used := false
	_, err := backendtest.TryEvaluate(t, func(in []*Node) []*Node {
		y := phi(in)
		for _, n := range y.Graph().Nodes() {
			used = used || n.Type() == c.op
		}
		return []*Node{y}
	}, tensors64(theta, c.in)...)
	if err != nil && used && c.op == NodeTypePad {
		return true // the embedded backend builds negative padding but fails when it runs
	}
	if err != nil && !compute.IsNotImplemented(err) && !strings.Contains(err.Error(), "not implemented") {
		t.Logf("%s (%s) is not built: %.200v", OpName(c.op), c.setting, err)
	}
	return err == nil && used
}
