package payoff_test

import (
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/payoff"
)

// Read from the committed map what an order of six columns is worth for 40 rows: the expert states five pairs, and the directions
// of half of the columns. The numbers are the range of the change of the squared error on new rows.
func ExampleResult_Expect() {
	r, err := study.Reported[*payoff.Result](payoff.Definition())
	if err != nil {
		log.Fatal(err)
	}
	e, err := r.Expect(payoff.Order{Rows: 40, Columns: 6, Statements: 5, Directed: 0.5})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("compared with ridge regression: %.0f %% to %.0f %%\n", 100*e.Low, 100*e.High)
	fmt.Printf("compared with the same model without the order: %.0f %% to %.0f %%\n", 100*e.BareLow, 100*e.BareHigh)
	// Output:
	// compared with ridge regression: -7 % to -2 %
	// compared with the same model without the order: -6 % to -1 %
}
