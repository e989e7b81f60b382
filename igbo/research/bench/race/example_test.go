package race_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"github.com/igbolab/igbolab/igbo/research/bench/race"
	"github.com/igbolab/igbolab/igbo/research/bench/reference"
)

// contender is a piece of work that always takes the same time. A real one runs, and reads the clocks.
type contender struct {
	name string
	wall time.Duration
}

func (c contender) Name() string                          { return c.name }
func (c contender) Version() string                       { return "1.0" }
func (c contender) Outputs() reference.Outputs            { return nil }
func (c contender) Ready() reference.Ready                { return reference.Ready{} }
func (c contender) Memory(context.Context) (int64, error) { return 0, nil }
func (c contender) Close() error                          { return nil }

func (c contender) Run(_ context.Context, n int) (reference.Clocks, error) {
	took := time.Duration(n) * c.wall
	return reference.Clocks{Wall: took, CPU: took}, nil
}

// Time two contenders in five rounds, in which they take turns.
func ExampleRace() {
	r := race.New([]race.Contender{contender{"ours", 20 * time.Millisecond}, contender{"theirs", 30 * time.Millisecond}}, 1, 0)
	if err := r.Run(context.Background(), 5, 0); err != nil {
		log.Fatal(err)
	}
	for _, t := range r.Timings {
		fmt.Println(t.Name, t.Median, "s,", len(t.Rounds), "rounds")
	}
	// Output:
	// ours 0.02 s, 5 rounds
	// theirs 0.03 s, 5 rounds
}
