package contest

import (
	"context"
	"errors"
	"time"

	"github.com/gomlx/compute"
)

// Timing is how long a method takes for a problem, its tuning included.
type Timing struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
}

// Measure times methods on problems, one after the other: the mean over those that a method applies to, by a clock
// such as the processor's. Errors: no problem or clock; those of Tune.
func Measure(ctx context.Context, b compute.Backend, methods []Method, problems []*Problem, o TuneOptions, clock func() time.Duration) ([]Timing, error) {
	if len(problems) == 0 || clock == nil {
		return nil, errors.New("contest: nothing to time, expected a problem and a clock")
	}
	var times []Timing
	for _, m := range methods {
		t, n := Timing{Name: m.Name()}, 0
		for _, p := range problems {
			if m.Applies(p) != nil {
				continue
			}
			start := clock()
			if _, _, err := Tune(ctx, b, m, p, o); err != nil {
				return nil, err
			}
			t.Seconds += (clock() - start).Seconds()
			n++
		}
		if n > 0 {
			t.Seconds /= float64(n)
			times = append(times, t)
		}
	}
	return times, nil
}
