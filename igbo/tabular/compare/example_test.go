package compare_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/tabular/compare"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// This example prepares a comparison of models with and without the order "size is more important
// than age". workflow.Run runs it.
func ExampleAsk() {
	var text strings.Builder
	text.WriteString("size,age,price\n")
	for i := range 60 {
		size, age := i%7, i%5
		fmt.Fprintf(&text, "%d,%d,%d\n", size, age, 30*size-10*age+i%3)
	}
	t, err := table.ReadFrom(context.Background(), "flats.csv", strings.NewReader(text.String()), table.DefaultReadOptions())
	if err != nil {
		log.Fatal(err)
	}
	study, encoding, err := compare.Ask(models.LinearSpec(), t, encode.DefaultSpec("price"), "ranks: [[size, age]]")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(encoding.Features(), study.Problem.Samples(), len(study.Problem.Parts))
	// Output: [size age] 60 25
}
