package operator

import (
	"math"
	"slices"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
)

// attention computes softmax(scale·Q·Kᵀ + mask)·V for each head. Cached keys and values are prepended to the
// current ones.
func attention(c *call) []*Node {
	q, k, v := c.heads(0, "q_num_heads"), c.heads(1, "kv_num_heads"), c.heads(2, "kv_num_heads")
	past := 0
	if c.has(4) {
		past = c.in(4).Shape().Dim(2)
		k, v = Concatenate([]*Node{c.in(4), k}, 2), Concatenate([]*Node{c.in(5), v}, 2)
	}
	present := []*Node{nil, k, v, nil}
	scale := 1 / math.Sqrt(float64(q.Shape().Dim(3)))
	if a := c.attribute("scale"); a != nil {
		scale = float64(a.F)
	}
	if times := q.Shape().Dim(1) / k.Shape().Dim(1); times > 1 {
		k, v = repeated(k, times), repeated(v, times)
	}
	raw := MulScalar(Einsum("bhqd,bhkd->bhqk", q, k), scale)
	capped := raw
	if cap := c.float("softcap"); cap > 0 {
		capped = MulScalar(Tanh(DivScalar(raw, cap)), cap)
	}
	masked := c.masked(capped, past)
	shares := softmax(masked, 3)
	shares = choose(Equal(keepDims(ReduceMax, masked, 3), number(masked, math.Inf(-1))), number(shares, 0), shares)
	present[3] = []*Node{raw, capped, masked, shares}[min(max(c.int("qk_matmul_output_mode"), 0), 3)]
	y := Einsum("bhqk,bhkd->bhqd", shares, v)
	if c.in(0).Rank() == 3 {
		d := dims(y)
		y = Reshape(TransposeAllAxes(y, 0, 2, 1, 3), d[0], d[2], d[1]*d[3])
	}
	present[0] = y
	return present
}

// heads returns an input reshaped to [B,heads,T,size].
func (c *call) heads(i int, attribute string) *Node {
	x := c.in(i)
	if x.Rank() == 4 {
		return x
	}
	n, d := c.int(attribute), dims(x)
	if x.Rank() != 3 || n < 1 || d[2]%n != 0 {
		c.refuse("has %d heads for %s, which cannot be split into equal heads (the file is damaged)", n, x.Shape())
	}
	return TransposeAllAxes(Reshape(x, d[0], d[1], n, d[2]/n), 0, 2, 1, 3)
}

// repeated repeats each head the given number of times.
func repeated(x *Node, times int) *Node {
	d := dims(x)
	y := BroadcastToDims(Reshape(x, d[0], d[1], 1, d[2], d[3]), d[0], d[1], times, d[2], d[3])
	return Reshape(y, d[0], d[1]*times, d[2], d[3])
}

// masked applies the attention mask and, if the attention is causal, hides later positions.
func (c *call) masked(scores *Node, past int) *Node {
	d, never := dims(scores), number(scores, math.Inf(-1))
	if mask := c.maybe(3); mask != nil {
		short := d[3] - mask.Shape().Dim(-1)
		if mask.DType() == dtypes.Bool {
			mask = choose(mask, number(scores, 0), never)
		}
		if short > 0 {
			m := append(dims(mask)[:mask.Rank()-1], short)
			mask = Concatenate([]*Node{mask, filled(scores, math.Inf(-1), m...)}, -1)
		}
		two := broadcast(scores, mask)
		scores = Add(two[0], two[1])
	}
	if c.flag("is_causal") {
		row, column := places(c.graph, 2, d...), places(c.graph, 3, d...)
		scores = choose(LessOrEqual(column, AddScalar(row, float64(past))), scores, never)
	}
	if n := c.maybe(6); n != nil {
		count := BroadcastToDims(Reshape(ConvertDType(n, dtypes.Int64), d[0], 1, 1, 1), d...)
		scores = choose(LessThan(places(c.graph, 3, d...), count), scores, never)
	}
	return scores
}

// rotary applies the rotary position encoding: it rotates pairs of elements by position-dependent angles.
func rotary(c *call) *Node {
	x := c.in(0)
	y := x // [B,T,heads,size]
	if x.Rank() == 4 {
		y = TransposeAllAxes(x, 0, 2, 1, 3)
	} else {
		d, n := dims(x), c.int("num_heads")
		if n < 1 || d[2]%n != 0 {
			c.refuse("has %d heads for %s, which cannot be split into equal heads; the file is damaged", n, x.Shape())
		}
		y = Reshape(x, d[0], d[1], n, d[2]/n)
	}
	d := dims(y)
	size := d[3]
	if n := c.int("rotary_embedding_dim"); n > 0 {
		size = n
	}
	angle := func(i int) *Node {
		table := c.in(i)
		if at := c.maybe(3); at != nil {
			flat := Reshape(ConvertDType(at, dtypes.Int64), at.Shape().Size(), 1)
			table = Reshape(Gather(table, flat), slices.Concat(dims(at), dims(table)[1:])...)
		}
		return Reshape(table, d[0], d[1], 1, size/2)
	}
	cos, sin := angle(1), angle(2)
	first, second := run{0, 1, size / 2}, run{size / 2, 1, size / 2}
	if c.flag("interleaved") {
		first, second = run{0, 2, size / 2}, run{1, 2, size / 2}
	}
	a, b := first.of(y, 3), second.of(y, 3)
	left, right := Sub(Mul(cos, a), Mul(sin, b)), Add(Mul(sin, a), Mul(cos, b))
	turned := Concatenate([]*Node{left, right}, 3)
	if c.flag("interleaved") {
		turned = Reshape(Stack([]*Node{left, right}, -1), d[0], d[1], d[2], size)
	}
	if size < d[3] {
		turned = Concatenate([]*Node{turned, run{size, 1, d[3] - size}.of(y, 3)}, 3)
	}
	if x.Rank() == 4 {
		return TransposeAllAxes(turned, 0, 2, 1, 3)
	}
	return Reshape(turned, dims(x)...)
}
