package study

import (
	"bytes"
	"encoding/gob"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/plots"
)

// TestStatThroughGob checks that a standard deviation of zero, and a missing one, are unchanged after encoding.
func TestStatThroughGob(t *testing.T) {
	want := []*Stat{NewStat([]float64{2, 2, 2}), NewStat([]float64{0.1, 1.0 / 3}), NewStat([]float64{5})}
	var file bytes.Buffer
	must.Do(t, gob.NewEncoder(&file).Encode(want))
	var got []*Stat
	if err := gob.NewDecoder(&file).Decode(&got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v: %+v, want %+v", err, got, want)
	}
}

// TestEstimateByHand checks that the 95 % interval of 1, 2, 3 is 2 ± 4.3027/√3.
func TestEstimateByHand(t *testing.T) {
	e := NewEstimate([]float64{1, 2, 3}, 0.95)
	if want := 2 + 4.302652729/math.Sqrt(3); e.Mean != 2 || math.Abs(e.High-want) > 1e-8 || math.Abs(e.Low+e.High-4) > 1e-12 {
		t.Errorf("%+v, want an interval from %g to %g", e, 4-want, want)
	}
	if one := NewEstimate([]float64{5}, 0.95); one.Low != 5 || one.High != 5 {
		t.Errorf("one seed: %+v", one)
	}
}

func TestIntervals(t *testing.T) {
	for want, got := range map[string]string{
		"57 % intervals, 3 seeds":   Intervals(0.57, 3),
		"99.9 % intervals, 2 seeds": Intervals(0.999, 2),
		"1 seed":                    Intervals(0.95, 1),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestOneSeedHasNoInterval checks that bars and columns show no interval for one seed.
func TestOneSeedHasNoInterval(t *testing.T) {
	one, two := NewEstimate([]float64{5}, 0.95), NewEstimate([]float64{1, 2}, 0.95)
	var of, with plots.BarSeries
	one.AddTo(&of)
	two.AddTo(&with)
	if of.Low != nil || of.High != nil || of.Values[0] != 5 || len(with.Low) != 1 || with.High[0] != two.High {
		t.Errorf("bars %+v and %+v", of, with)
	}
	if got, want := one.Full(), []string{"5", "", ""}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := two.Full(); got[1] == "" || got[2] == "" {
		t.Errorf("two seeds: %q", got)
	}
	if len(IntervalNotes(1)) != 0 || len(IntervalNotes(3)) != 0 || len(IntervalNotes(2)) != 1 {
		t.Error("the warning of wide intervals is for two seeds")
	}
}
