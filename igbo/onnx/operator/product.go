package operator

import (
	"slices"
	"strings"

	. "github.com/gomlx/gomlx/core/graph"
)

// products lists the matrix products.
var products = map[string]operation{
	"MatMul": one(func(c *call) *Node { return MatMul(c.in(0), c.in(1)) }),
	"Gemm": one(func(c *call) *Node {
		a, b := c.in(0), c.in(1)
		if c.flag("transA") {
			a = Transpose(a, 0, 1)
		}
		if c.flag("transB") {
			b = Transpose(b, 0, 1)
		}
		y := scaled(Dot(a, b).Product(), c.float("alpha"))
		if bias := c.maybe(2); bias != nil && c.float("beta") != 0 {
			two := broadcast(y, scaled(bias, c.float("beta")))
			y = Add(two[0], two[1])
		}
		return y
	}),
	"Einsum": one(einsum),
}

// scaled computes x·s and returns x itself if s is 1.
func scaled(x *Node, s float64) *Node {
	if s == 1 {
		return x
	}
	return Mul(x, number(x, s))
}

// A term is an operand of an einsum with one letter per axis.
type term struct {
	x       *Node
	letters string
}

// einsum multiplies the operands pairwise. It sums over a letter once no later operand and no output uses it.
func einsum(c *call) *Node {
	terms, out := c.equation()
	for len(terms) > 1 {
		rest := out
		for _, t := range terms[2:] {
			rest += t.letters
		}
		a, b := terms[0].without(rest+terms[1].letters), terms[1].without(rest+terms[0].letters)
		var kept string
		for _, l := range a.letters + b.letters {
			if strings.ContainsRune(rest, l) && !strings.ContainsRune(kept, l) {
				kept += string(l)
			}
		}
		y := Einsum(a.letters+","+b.letters+"->"+kept, a.x, b.x)
		terms = append([]term{{y, kept}}, terms[2:]...)
	}
	last := terms[0].without(out)
	order := make([]int, len(out))
	for i, l := range out {
		if order[i] = strings.IndexRune(last.letters, l); order[i] < 0 {
			c.refuse("has the letter %q only in its result; the file is damaged", l)
		}
	}
	if len(order) == 0 || slices.IsSorted(order) {
		return Identity(last.x)
	}
	return TransposeAllAxes(last.x, order...)
}

// without sums over the axes whose letters are not in kept.
func (t term) without(kept string) term {
	var axes []int
	letters := ""
	for i, l := range t.letters {
		if strings.ContainsRune(kept, l) {
			letters += string(l)
		} else {
			axes = append(axes, i)
		}
	}
	if len(axes) == 0 {
		return t
	}
	return term{ReduceSum(t.x, axes...), letters}
}

// equation parses the operands and the output letters. Capital letters replace the ellipsis. An implicit output
// consists of the letters that occur once, in alphabetical order.
func (c *call) equation() (terms []term, out string) {
	text := strings.ReplaceAll(c.text("equation"), " ", "")
	left, out, explicit := strings.Cut(text, "->")
	parts := strings.Split(left, ",")
	c.same("terms", len(parts), len(c.n.Input))
	dots, count := "", map[rune]int{}
	for i, p := range parts {
		x := c.in(i)
		for _, l := range strings.ReplaceAll(p, "...", "") {
			if l < 'a' || l > 'z' {
				c.refuse("has the equation %q, want letters a to z", text)
			}
			count[l]++
		}
		if before, after, found := strings.Cut(p, "..."); found {
			n := x.Rank() - len(before) - len(after)
			if n < 0 || n > 20 {
				c.refuse("has the equation %q for %s; the file is damaged", text, x.Shape())
			}
			own := "ABCDEFGHIJKLMNOPQRST"[20-n:]
			if len(own) > len(dots) {
				dots = own
			}
			p = before + own + after
		}
		c.same("axes of a term", len(p), x.Rank())
		terms = append(terms, diagonal(term{x, p}))
	}
	if explicit {
		return terms, strings.ReplaceAll(out, "...", dots)
	}
	out = dots
	for l := 'a'; l <= 'z'; l++ {
		if count[l] == 1 {
			out += string(l)
		}
	}
	return terms, out
}

// diagonal takes the diagonal of axes that share a letter.
func diagonal(t term) term {
	for i, l := range t.letters {
		j := strings.IndexRune(t.letters[i+1:], l)
		if j < 0 {
			continue
		}
		j += i + 1
		d := dims(t.x)
		same := Equal(places(t.x.Graph(), i, d...), places(t.x.Graph(), j, d...))
		y := ReduceSum(choose(same, t.x, number(t.x, 0)), j)
		return diagonal(term{y, t.letters[:j] + t.letters[j+1:]})
	}
	return t
}
