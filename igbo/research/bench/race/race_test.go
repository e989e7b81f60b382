package race

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/bench/reference"
)

// clock is a contender whose runs take given times.
type clock struct {
	name  string
	takes []time.Duration
	runs  *[]string
	n     int
	fails int // fails from this run on; 0 means never
}

func (c *clock) Name() string               { return c.name }
func (c *clock) Version() string            { return "" }
func (c *clock) Outputs() reference.Outputs { return nil }
func (c *clock) Ready() reference.Ready     { return reference.Ready{} }
func (c *clock) Close() error               { return nil }

func (c *clock) Memory(context.Context) (int64, error) { return 7, nil }

func (c *clock) Run(_ context.Context, n int) (reference.Clocks, error) {
	*c.runs = append(*c.runs, c.name)
	c.n++
	if c.fails > 0 && c.n >= c.fails {
		return reference.Clocks{}, errors.New("reference: " + c.name + " ended")
	}
	took := time.Duration(n) * c.takes[(c.n-1)%len(c.takes)]
	return reference.Clocks{Wall: took, CPU: 2 * took}, nil
}

func TestRaceTakesTurns(t *testing.T) { synctest.Test(t, raceTakesTurns) } // rests take no time

func raceTakesTurns(t *testing.T) {
	var runs []string
	a := &clock{name: "a", takes: []time.Duration{time.Second, 2 * time.Second}, runs: &runs}
	b := &clock{name: "b", takes: []time.Duration{4 * time.Second}, runs: &runs}
	r := New([]Contender{a, b}, 1, Pause)
	must.Do(t, r.Run(t.Context(), 2, 0))
	if want := []string{"a", "b", "b", "a"}; !slices.Equal(runs, want) {
		t.Errorf("runs %v, want %v", runs, want)
	}
	ours, theirs := r.Timings[0], r.Timings[1]
	if ours.Median != 1.5 || ours.Min != 1 || theirs.Median != 4 || theirs.CPU != 8 || ours.Memory != 7 {
		t.Errorf("timings %+v, want medians 1.5 and 4, shortest 1", r.Timings)
	}
}

// TestRaceCountsSteps checks that the time is that of a step if a run has several steps.
func TestRaceCountsSteps(t *testing.T) { synctest.Test(t, raceCountsSteps) } // rests take no time

func raceCountsSteps(t *testing.T) {
	r := New([]Contender{&clock{name: "a", takes: []time.Duration{time.Second}, runs: new([]string)}}, 8, Pause)
	if err := r.Run(t.Context(), 1, 0); err != nil || r.Timings[0].Median != 1./8 || r.Timings[0].CPU != 2./8 {
		t.Errorf("timing %+v (%v), want an eighth of a second", r.Timings[0], err)
	}
}

// TestRaceGoesOnWithoutWhoFails checks that a failing peer drops out with its fault while the others run all rounds, and that
// our own failure ends the race.
func TestRaceGoesOnWithoutWhoFails(t *testing.T) { synctest.Test(t, raceGoesOnWithoutWhoFails) } // rests take no time

func raceGoesOnWithoutWhoFails(t *testing.T) {
	for fails := 1; fails <= 3; fails++ {
		second := []time.Duration{time.Second}
		a := &clock{name: "a", takes: second, runs: new([]string)}
		b := &clock{name: "b", takes: second, runs: new([]string), fails: fails}
		c := &clock{name: "c", takes: second, runs: new([]string)}
		r := New([]Contender{a, b, c}, 1, Pause)
		if err := r.Run(t.Context(), 3, time.Second); fails > 1 && err != nil {
			t.Errorf("run %d of a peer fails: error %v, want the race to go on", fails, err)
		}
		if len(r.Timings[0].Rounds) != 3 || len(r.Timings[2].Rounds) != 3 || r.Faults[1] == nil || len(r.Timings[1].Rounds) != 0 {
			t.Errorf("run %d of a peer fails: %+v, faults %v, want three rounds of the others and the fault of b", fails, r.Timings, r.Faults)
		}
		if err := New([]Contender{b, a}, 1, Pause).Run(t.Context(), 3, time.Second); err == nil {
			t.Error("the race goes on without us")
		}
	}
}

func TestRepetitionsFillTheSlice(t *testing.T) {
	var runs []string
	c := &clock{name: "a", takes: []time.Duration{time.Millisecond}, runs: &runs}
	if n, err := Repetitions(t.Context(), c, 500*time.Millisecond); err != nil || n != 500 {
		t.Errorf("%d repetitions (%v), want 500", n, err)
	}
	c.takes = []time.Duration{time.Minute}
	if n, err := Repetitions(t.Context(), c, 500*time.Millisecond); err != nil || n != 1 {
		t.Errorf("%d repetitions (%v), want 1", n, err)
	}
}
