package explain_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/tabular/explain"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// This example explains how each feature changes the prediction of a model for a table.
func Example() {
	ctx := context.Background()
	var text strings.Builder
	text.WriteString("size,age,price\n")
	for i := range 60 {
		size, age := i%7, i%5
		fmt.Fprintf(&text, "%d,%d,%d\n", size, age, 30*size-10*age)
	}
	t, err := table.ReadFrom(ctx, "flats.csv", strings.NewReader(text.String()), table.DefaultReadOptions())
	check(err)
	encoding, err := encode.Fit(t, nil, encode.DefaultSpec("price"))
	check(err)
	samples, err := encoding.Encode(t, nil)
	check(err)
	engine, _, err := backend.Select("")
	check(err)
	result, err := igbo.Train(ctx, engine, igbo.Recommended(models.LinearSpec()), samples.Data, nil)
	check(err)

	explainer, err := explain.New(engine, result.Model, encoding, t)
	check(err)
	explanation, err := explainer.Explain(ctx, explain.DefaultConfig(), nil)
	check(err)
	for _, f := range explanation.Features {
		fmt.Println(f.Name, f.Direction)
	}
	// Output:
	// size raises (100 %)
	// age lowers (100 %)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
