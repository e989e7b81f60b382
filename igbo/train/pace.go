package train

import "time"

// pace limits the number of steps per call by the duration of calls, because the context is only
// checked between calls. The number of steps per call does not affect the results.
type pace struct{ steps, most int }

// A run begins with firstSteps steps per call. The following calls grow fourfold up to StepsPerCall
// while they are short, and shrink if they exceed longestCall.
const (
	firstSteps  = 16
	longestCall = 500 * time.Millisecond
)

func newPace(most int) pace { return pace{min(most, firstSteps), most} }

// adapt sets the number of steps of the next call, given the duration of a call of n steps.
func (p *pace) adapt(n int, took time.Duration) {
	switch {
	case took > longestCall:
		p.steps = max(1, int(longestCall*time.Duration(n)/took))
	case n == p.steps && took < longestCall/4:
		p.steps = min(4*p.steps, p.most)
	}
}
