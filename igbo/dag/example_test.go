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

func ExampleParseExpert() {
	file := `
ranks:
  - [age, smoker, income]
edges:
  - {u: age, v: income, epsilon: 0.1, delta: 0.4, comment: second round}
  - {u: income, v: age}
`
	expert, err := dag.ParseExpert("clinic.yaml", []byte(file))
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = expert.Build(dag.DefaultExpertOptions())
	fmt.Println(err)
	// Output:
	// dag: clinic.yaml: 2 statements contradict each other:
	//   line 5: age > income  (from age > income by at least 0.1 and at most 0.4)  # second round
	//   line 6: income > age
}

func ExampleNewExpert() {
	d, err := dag.NewExpert().
		Rank("age", "smoker", "income").
		Interval("age", "income", 0.1, 0.4).
		Bound("income", -1, 0.05).
		Build(dag.DefaultExpertOptions())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range d.Edges {
		fmt.Printf("%s → %s in [%g, %g]\n", d.Features[e.U], d.Features[e.V], e.Epsilon, e.Delta)
	}
	// Output:
	// age → smoker in [0.005, 2]
	// age → income in [0.1, 0.4]
	// smoker → income in [0.005, 2]
}

func ExampleBradleyTerry() {
	var judged []dag.Comparison
	for _, c := range []struct {
		winner, loser string
		times         float64
	}{{"a", "b", 9}, {"b", "a", 2}, {"b", "c", 8}, {"c", "b", 3}, {"a", "c", 10}, {"c", "a", 1}} {
		judged = append(judged, dag.Comparison{Winner: c.winner, Loser: c.loser, Weight: c.times})
	}
	opts := dag.DefaultBradleyTerryOptions()
	s, err := dag.BradleyTerry(judged, opts)
	if err != nil {
		fmt.Println(err)
		return
	}
	for k, name := range s.Features {
		fmt.Printf("%s %+.2f ± %.2f\n", name, s.Beta[k], s.StdErr[k])
	}
	d, err := s.DAG(opts)
	fmt.Println(len(d.Edges), "edges", err)
	// Output:
	// a +1.28 ± 0.42
	// b -0.17 ± 0.34
	// c -1.11 ± 0.39
	// 3 edges <nil>
}

// Each pair could be so far apart by itself, but not all of them with Σ|H| ≤ 1.
func ExampleConflictError() {
	expert, err := dag.ParseExpert("clinic.yaml", []byte(`score: absolute
ranks:
  - [age, smoker, income]
edges:
  - {u: age, v: smoker, epsilon: 0.3}
  - {u: smoker, v: postcode, epsilon: 5e-1}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = expert.Build(dag.DefaultExpertOptions())
	fmt.Println(err)
	// Output:
	// dag: clinic.yaml: 2 statements contradict each other:
	//   line 5: age − smoker ≥ 0.3  (from age > smoker by at least 0.3)
	//   line 6: 2 × (smoker − postcode ≥ 0.5)  (from smoker > postcode by at least 0.5)
	//   added up: ΣH ≥ 0.3 + 2·0.5 = 1.3, but H ≥ 0 and ΣH ≤ 1 for every absolute score
	//   no fewer statements contradict each other
}
