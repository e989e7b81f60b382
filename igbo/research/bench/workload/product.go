package workload

import (
	"context"
	"fmt"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/research/bench/race"
	"github.com/igbolab/igbolab/igbo/research/bench/reference"
)

// ProductSize is a product A·B of float32, A [M,K] and B [K,N].
type ProductSize struct{ M, K, N int }

// String is M×K×N.
func (s ProductSize) String() string { return fmt.Sprintf("%d×%d×%d", s.M, s.K, s.N) }

// lastRows is the number of rows of a product that are compared.
const lastRows = 64

// Make compiles a graph of only the product and runs it once.
func (s ProductSize) Make(_ context.Context, engine compute.Backend) (race.Contender, *reference.Work, error) {
	a, b := normals(5, s.M*s.K), normals(6, s.K*s.N)
	c, err := NewCall(engine, model.NewStore(), func(_ *model.Scope, a, b *Node) []*Node { return []*Node{Dot(a, b).Product()} },
		[]string{"product"}, Tensor(a, s.M, s.K), Tensor(b, s.K, s.N))
	if err != nil {
		return nil, nil, err
	}
	c.outputs["product"] = c.outputs["product"][max(0, s.M-lastRows)*s.N:]
	w := reference.NewWork(map[string]any{"last_rows": lastRows})
	w.Add("a", a, s.M, s.K)
	w.Add("b", b, s.K, s.N)
	return c, w, nil
}
