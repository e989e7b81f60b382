package convergence

import (
	"fmt"
	"math"
	"strings"

	"github.com/igbolab/igbolab/igbo/train"
)

// stepRules are those that stepSize knows.
func stepRules() []string { return []string{"armijo", "constant", "inverse-root", "inverse"} }

func unknownStepRule(name string) error {
	return fmt.Errorf("convergence: unknown step rule %q, expected one of %s", name, strings.Join(stepRules(), ", "))
}

// stepSize is η of step k; rate is that of the problem. last keeps Armijo's last one.
func stepSize(name string, k int, rate float64, last *float64, at train.Point, losses func(float64) (float64, float64, error)) (float64, error) {
	switch name {
	case "constant":
		return rate, nil
	case "inverse-root":
		return rate / math.Sqrt(float64(k)), nil
	case "inverse":
		return rate / float64(k), nil
	case "armijo":
		a := train.DefaultArmijo()
		a.Start = 100 * rate
		if *last > 0 {
			a.Start = *last / a.Shrink
		}
		eta, _, err := a.Search(at, losses)
		*last = eta
		return eta, err
	default:
		return 0, unknownStepRule(name)
	}
}
