package bench

import (
	"context"
	"fmt"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/bench/peer"
)

// productSize is a product A·B of float32, A [M,K] and B [K,N].
type productSize struct{ m, k, n int }

func (s productSize) String() string { return fmt.Sprintf("%d×%d×%d", s.m, s.k, s.n) }

// lastRows is how many rows of a product are compared.
const lastRows = 64

// make compiles the product alone and runs it once.
func (s productSize) make(_ context.Context, engine compute.Backend, _ Config) (Contender, *peer.Work, error) {
	a, b := normals(5, s.m*s.k), normals(6, s.k*s.n)
	c, err := newCall(engine, model.NewStore(), func(_ *model.Scope, a, b *Node) []*Node { return []*Node{Dot(a, b).Product()} },
		[]string{"product"}, tensor32(a, s.m, s.k), tensor32(b, s.k, s.n))
	if err != nil {
		return nil, nil, err
	}
	c.outputs["product"] = c.outputs["product"][max(0, s.m-lastRows)*s.n:]
	w := peer.NewWork(map[string]any{"last_rows": lastRows})
	w.Add("a", a, s.m, s.k)
	w.Add("b", b, s.k, s.n)
	return c, w, nil
}
