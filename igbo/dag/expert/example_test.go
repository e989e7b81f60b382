package expert_test

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/dag/expert"
)

func ExampleParse() {
	file := `
ranks:
  - [age, smoker, income]
edges:
  - {u: age, v: income, epsilon: 0.1, delta: 0.4, comment: second round}
  - {u: income, v: age}
`
	prior, err := expert.Parse("clinic.yaml", []byte(file))
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = prior.Build(expert.DefaultOptions())
	fmt.Println(err)
	// Output:
	// expert: clinic.yaml: 2 statements contradict each other:
	//   line 5: age > income  (from age > income by at least 0.1 and at most 0.4)  # second round
	//   line 6: income > age
}

func ExampleNew() {
	d, err := expert.New().
		Rank("age", "smoker", "income").
		Interval("age", "income", 0.1, 0.4).
		Bound("income", -1, 0.05).
		Build(expert.DefaultOptions())
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

// Each of these differences is possible on its own, but not both together with Σ|H| ≤ 1.
func ExampleConflictError() {
	prior, err := expert.Parse("clinic.yaml", []byte(`score: absolute
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
	_, err = prior.Build(expert.DefaultOptions())
	fmt.Println(err)
	// Output:
	// expert: clinic.yaml: 2 statements contradict each other:
	//   line 5: age − smoker ≥ 0.3  (from age > smoker by at least 0.3)
	//   line 6: 2 × (smoker − postcode ≥ 0.5)  (from smoker > postcode by at least 0.5)
	//   added up: ΣH ≥ 0.3 + 2·0.5 = 1.3, but H ≥ 0 and ΣH ≤ 1 for every absolute score
	//   no fewer statements contradict each other
}
