package lab_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/igbolab/igbolab/igbo/lab"
)

// Set up the notebook environment, run a notebook with a parameter, and print how long each cell took. The first set-up needs the network
// and takes minutes, so this example is compiled but not run.
func ExampleLab_Execute() {
	ctx := context.Background()
	source, err := lab.FindSource(ctx, ".")
	check(err)
	l, err := lab.Open(lab.Options{Checkout: source, Out: os.Stderr, Supervisor: []string{"igbo", "lab", "supervise"}})
	check(err)
	check(l.Setup(ctx))
	parameters, err := lab.ParseParameters([]string{"seeds=20"})
	check(err)
	runs, err := l.Execute(ctx, lab.ExecuteOptions{Names: []string{"06"}, Parameters: parameters, Out: "out"})
	check(err)
	for _, r := range runs {
		fmt.Println(r.Target, r.Seconds)
	}
}

// Compare the text of a cell with the committed text. Rounding is accepted, and another number is not.
func ExampleCompareText() {
	const committed = "MSE 363.10 in 2.5 s"
	fmt.Printf("%q\n", lab.CompareText(committed, "MSE 363.2 in 9.1 s", lab.NumberTolerance))
	fmt.Printf("%q\n", lab.CompareText(committed, "MSE 390.1 in 2.5 s", lab.NumberTolerance))
	// Output:
	// ""
	// "number 1 differs: committed 363.10, run 390.1"
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
