package dag_test

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/graph/topo"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/estimate"
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

// Shards of scores are measured apart, such as on the machines of a cluster, and merged.
func ExampleBuildMoments() {
	opts := dag.DefaultOptions()
	opts.Features = []string{"income", "age"}
	all, err := estimate.NewMoments(2, opts.Estimate())
	for shard := range 10 {
		rng := rand.New(rand.NewPCG(uint64(shard), 1))
		part, _ := estimate.NewMoments(2, opts.Estimate())
		for range 320 { // whole batches of 32
			err = errors.Join(err, part.Add([]float64{0.1 * rng.Float64(), 0.2 * rng.Float64()}))
		}
		err = errors.Join(err, all.Merge(part))
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := dag.BuildMoments(all, opts)
	if err != nil {
		fmt.Println(err)
		return
	}
	e := d.Edges[0]
	fmt.Printf("%s → %s, from %d rows in %d batches\n", d.Features[e.U], d.Features[e.V], d.Report.Rows, d.Report.Batches)
	// Output:
	// age → income, from 3200 rows in 100 batches
}
