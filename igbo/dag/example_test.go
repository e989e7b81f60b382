package dag_test

import (
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/graph/topo"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/dag"
)

func ExampleBuild() {
	rng := rand.New(rand.NewPCG(1, 1))
	scores := mat.NewDense(320, 3, nil)
	for i := range 320 {
		scores.SetRow(i, []float64{0.1 * rng.Float64(), 0.5 + 0.1*rng.Float64(), 0.3 + 0.1*rng.Float64()})
	}
	opts := dag.DefaultOptions()
	opts.Features = []string{"income", "age", "smoker"}
	d, err := dag.Build(scores, opts)
	if err != nil {
		fmt.Println(err)
		return
	}
	sorted, err := topo.Sort(d)
	fmt.Println(sorted, err)
	fmt.Println(len(d.Edges), "edges, transitive:", d.Report.Guarantee.Transitive)
	// Output:
	// [age smoker income] <nil>
	// 3 edges, transitive: true
}
