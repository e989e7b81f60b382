package train

import "time"

// pace bounds the steps of a call by the time that calls take, because a context is only seen between two calls. How many steps a call has
// changes no number of the training.
type pace struct{ steps, most int }

// A run begins with firstSteps in a call. The following calls grow fourfold up to StepsPerCall while they are short, and shrink to longestCall.
const (
	firstSteps  = 16
	longestCall = 500 * time.Millisecond
)

func newPace(most int) pace { return pace{min(most, firstSteps), most} }

// adapt chooses the steps of the next call from the time that a call of n steps took.
func (p *pace) adapt(n int, took time.Duration) {
	switch {
	case took > longestCall:
		p.steps = max(1, int(longestCall*time.Duration(n)/took))
	case n == p.steps && took < longestCall/4:
		p.steps = min(4*p.steps, p.most)
	}
}
