package bench

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/bench/peer"
)

// clock is a contender whose runs take given times.
type clock struct {
	name  string
	takes []time.Duration
	runs  *[]string
	n     int
}

func (c *clock) Name() string          { return c.name }
func (c *clock) Version() string       { return "" }
func (c *clock) Outputs() peer.Outputs { return nil }
func (c *clock) First() time.Duration  { return 0 }
func (c *clock) Close() error          { return nil }

func (c *clock) Run(_ context.Context, n int) (time.Duration, error) {
	*c.runs = append(*c.runs, c.name)
	c.n++
	return time.Duration(n) * c.takes[(c.n-1)%len(c.takes)], nil
}

func TestRaceTakesTurns(t *testing.T) {
	var runs []string
	a := &clock{name: "a", takes: []time.Duration{time.Second, 2 * time.Second}, runs: &runs}
	b := &clock{name: "b", takes: []time.Duration{4 * time.Second}, runs: &runs}
	timings, err := race(t.Context(), []Contender{a, b}, 2, 0)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"a", "b", "b", "a"}; !slices.Equal(runs, want) {
		t.Errorf("runs %v, expected %v", runs, want)
	}
	if timings[0].Median != 1.5 || timings[0].Min != 1 || timings[1].Median != 4 {
		t.Errorf("timings %+v, expected medians 1.5 and 4, shortest 1", timings)
	}
	result := PeerResult{Timing: timings[1], Goal: new(float64)}
	*result.Goal = 3
	result.settle(timings[0])
	if math.Abs(*result.Ratio-4/1.5) > 1e-12 || *result.RatioMin != 4 || *result.RatioLow != 2 || *result.RatioHigh != 4 || *result.Met {
		t.Errorf("ratio %g of %g to %g, met %t, expected 2.67 of 2 to 4, missed", *result.Ratio, *result.RatioLow, *result.RatioHigh, *result.Met)
	}
}

func TestGoalNeedsTheShortestTimesToo(t *testing.T) {
	goal := 3.0
	disturbed := PeerResult{Timing: Timing{Median: 50, Min: 2, Rounds: []float64{2, 50, 60}}, Goal: &goal}
	disturbed.settle(Timing{Median: 1, Min: 1, Rounds: []float64{1, 1, 1}})
	if *disturbed.Ratio != 50 || *disturbed.RatioMin != 2 || *disturbed.Met {
		t.Errorf("ratio %g, of minima %g, met %t, expected 50, 2, missed", *disturbed.Ratio, *disturbed.RatioMin, *disturbed.Met)
	}
}

func TestRepetitionsFillTheSlice(t *testing.T) {
	var runs []string
	c := &clock{name: "a", takes: []time.Duration{time.Millisecond}, runs: &runs}
	if n, err := repetitions(t.Context(), c, 500*time.Millisecond); err != nil || n != 500 {
		t.Errorf("%d repetitions (%v), expected 500", n, err)
	}
	c.takes = []time.Duration{time.Minute}
	if n, err := repetitions(t.Context(), c, 500*time.Millisecond); err != nil || n != 1 {
		t.Errorf("%d repetitions (%v), expected 1", n, err)
	}
}

// TestFaultOfARowNamesThePackageOnce: what the making of a row says is said of that row.
func TestFaultOfARowNamesThePackageOnce(t *testing.T) {
	broken := row{name: "broken", make: func(context.Context, compute.Backend, Config) (Contender, *peer.Work, error) {
		return nil, nil, errors.New("bench: no batch")
	}}
	if _, err := broken.compare(t.Context(), nil, Config{}, peer.Launch{}); err == nil || err.Error() != "bench: broken: no batch" {
		t.Errorf("error %v, want it to name the row, and the package once", err)
	}
}
