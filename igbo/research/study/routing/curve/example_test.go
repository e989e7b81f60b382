package curve_test

import (
	"context"
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study/routing/curve"
)

// Train two networks that only differ in their seed, and attribute the same input along the straight path, which leaves the
// data, and along the curve. The numbers are attributions of x1 and x2 by each network. The study takes about two seconds.
func Example() {
	engine, _, err := backend.Select("")
	if err != nil {
		log.Fatal(err)
	}
	c := curve.DefaultConfig()
	c.Networks = 2
	r, err := workflow.Run(context.Background(), engine, c, workflow.Options{Unkept: true})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("truth          %.2f\n", r.Truth)
	fmt.Printf("straight path  %.2f\n", r.Straight.Attributions)
	fmt.Printf("along the data %.2f\n", r.Along.Attributions)
}
