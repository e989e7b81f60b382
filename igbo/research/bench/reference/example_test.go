package reference_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"github.com/igbolab/igbolab/igbo/research/bench/reference"
)

// Write the inputs of a peer, a setting and a matrix, to the files that its script reads.
func ExampleWork() {
	dir, err := os.MkdirTemp("", "")
	check(err)
	defer os.RemoveAll(dir)
	w := reference.NewWork(map[string]any{"points": 8})
	w.Add("x", []float64{1, 2, 3, 4, 5, 6}, 2, 3)
	check(w.Write(dir))

	text, err := os.ReadFile(filepath.Join(dir, "work.json"))
	check(err)
	fmt.Println(string(text))
	numbers, err := os.Stat(filepath.Join(dir, "work.bin"))
	check(err)
	fmt.Println(numbers.Size(), "bytes")
	// Output:
	// {"settings":{"points":8},"arrays":[{"name":"x","shape":[2,3],"offset":0}]}
	// 24 bytes
}

// Compare the outputs of a peer with ours. The difference is relative to the largest entry of ours.
func ExampleDisagreement() {
	ours := reference.Outputs{"gradient": {1, -4, 2}}
	theirs := reference.Outputs{"gradient": {1.02, -4, 2}}
	fmt.Printf("%.3f\n", reference.Disagreement(ours, theirs))
	// Output: 0.005
}

// Run JAX on the work in a folder ten times. It needs the Python environment of Setup, so this example is compiled but not run.
func ExampleLaunch_Start() {
	ctx := context.Background()
	scripts, err := os.MkdirTemp("", "")
	check(err)
	defer os.RemoveAll(scripts)
	check(reference.Unpack(scripts))
	l := reference.Launch{Python: reference.DefaultPython(), Scripts: scripts, Device: "cpu", Threads: 2, Patience: time.Minute}
	peer, err := l.Start(ctx, reference.Job{Reference: "jax", Row: "step", Work: "work"})
	check(err)
	took, err := peer.Run(ctx, 10)
	check(err)
	fmt.Println(peer.Name(), peer.Version(), took.Wall/10)
	check(peer.Close())
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
