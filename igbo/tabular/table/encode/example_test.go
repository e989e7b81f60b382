package encode_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// This example encodes text as numbers. The categories of a column become columns of one group. The
// replacement for a missing mass comes from the training rows only.
func Example() {
	const birds = "island,mass,sex\nDream,3500,male\nBiscoe,4500,female\nDream,,male\nDream,3700,female\n"
	t, err := table.ReadFrom(context.Background(), "birds.csv", strings.NewReader(birds), table.DefaultReadOptions())
	if err != nil {
		log.Fatal(err)
	}
	spec := encode.DefaultSpec("sex")
	spec.Missing = encode.Mean
	e, err := encode.Fit(t, []int{0, 1}, spec)
	if err != nil {
		log.Fatal(err)
	}
	s, err := e.Encode(t, []int{2, 3})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(s.Features, s.Groups, s.GroupNames)
	fmt.Println(s.X, s.Classes, s.Y)
	// Output:
	// [island=Biscoe island=Dream mass] [[0 1] [2]] [island mass]
	// [0 1 4000 0 1 3700] [female male] [1 0]
}

// This example converts a long table to padded series with a mask, and to folds of whole series.
func ExampleEncoding_Encode_series() {
	const visits = "patient,day,dose,effect\nann,2,20,2\nbob,1,15,3\nann,1,10,1\ncid,4,5,0\n"
	t, err := table.ReadFrom(context.Background(), "visits.csv", strings.NewReader(visits), table.DefaultReadOptions())
	if err != nil {
		log.Fatal(err)
	}
	spec := encode.DefaultSpec("effect")
	spec.ID, spec.Time = "patient", "day"
	e, err := encode.Fit(t, nil, spec)
	if err != nil {
		log.Fatal(err)
	}
	s, err := e.Encode(t, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(s.Keys, s.X, s.Y, s.Mask)
	split := spec.SplitOptions(t, 1)
	split.Folds = 3
	folds, err := table.Folds(t, nil, split)
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range folds {
		fmt.Println(f.Train, f.Test)
	}
	// Output:
	// [ann bob cid] [10 20 15 0 5 0] [1 2 3 0 0 0] [true true true false true false]
	// [1 3] [0 2]
	// [0 1 2] [3]
	// [0 2 3] [1]
}

// This example encodes a file of any size, a few rows at a time.
func ExampleFile_Samples() {
	dir, err := os.MkdirTemp("", "table")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "f.csv")
	if err := os.WriteFile(path, []byte("a,b,y\n1,2,3\n4,5,9\n7,8,15\n"), 0o600); err != nil {
		log.Fatal(err)
	}
	f := encode.File{Path: path, Options: table.DefaultReadOptions()}
	e, err := f.Fit(context.Background(), encode.DefaultSpec("y"))
	if err != nil {
		log.Fatal(err)
	}
	for s, err := range f.Samples(context.Background(), e, 2) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(s.Keys, s.X, s.Y)
	}
	// Output:
	// [1 2] [1 2 4 5] [3 9]
	// [3] [7 8] [15]
}
