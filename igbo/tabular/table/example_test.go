package table_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/igbolab/igbolab/igbo/tabular/table"
)

// This example reads a table, prints its columns, and splits its rows.
func Example() {
	const birds = "island,mass,seen\nDream,3500,2009-11-11\nBiscoe,,2009-11-16\nDream,3700,2009-11-18\nBiscoe,4500,2009-11-22\n"
	t, err := table.ReadFrom(context.Background(), "birds.csv", strings.NewReader(birds), table.DefaultReadOptions())
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range t.Columns {
		fmt.Printf("%s: %s, %d missing\n", c.Name, c.Kind, c.CountMissing())
	}
	o := table.DefaultSplitOptions(1)
	o.Test, o.Time = 0.25, "seen" // test on the latest quarter
	fold, err := table.Split(t, nil, o)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(fold.Train, fold.Test)
	// Output:
	// island: category, 0 missing
	// mass: number, 1 missing
	// seen: date, 0 missing
	// [0 1 2] [3]
}
