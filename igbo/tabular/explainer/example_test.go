package explainer_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/tabular/explainer"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// This example predicts the rows of a table with a trained model.
func Example() {
	ctx := context.Background()
	t, err := table.ReadFrom(ctx, "flats.csv", strings.NewReader("size,price\n1,30\n2,60\n3,90\n4,120\n"), table.DefaultReadOptions())
	check(err)
	encoding, err := encode.Fit(t, nil, encode.DefaultSpec("price"))
	check(err)
	samples, err := encoding.Encode(t, nil)
	check(err)
	engine, _, err := backend.Select("")
	check(err)
	cfg := igbo.Recommended(models.LinearSpec())
	cfg.Epochs = 2000
	result, err := igbo.Train(ctx, engine, cfg, samples.Data, nil)
	check(err)

	model, err := explainer.New(engine, result.Model, encoding, t)
	check(err)
	for p, err := range model.Predictions(ctx) {
		check(err)
		fmt.Printf("%.0f\n", p.Y)
	}
	// Output: [30 60 90 120]
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
