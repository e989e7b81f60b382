package contest

import (
	"errors"
	"fmt"

	"github.com/igbolab/igbolab/igbo/dag"
)

// Taught learns from labels, or, distilled, from a teacher's outputs alone at the training inputs and around them, and goes
// on from there by as many steps again: where something is known of the problem's order, by igbo towards its intervals
// or towards its edges alone, else as before. Its strength is the weight decay.
func (n Network) Taught(distilled bool, known Known) Method {
	g := gradient{Network: n, name: "labels", grid: decays, decays: true, warm: true}
	if distilled {
		g.name, g.applies, g.change = "distillation alone", hasTeacher, imitating
	}
	if known == "" {
		return g
	}
	g.name = fmt.Sprintf("%s, then %s", g.name, known)
	g.order = func(p *Problem, _ float64) (*dag.DAG, error) { return Student{Known: known}.Told(p) }
	needs := g.applies
	g.applies = func(n Network, p *Problem) error {
		if p.Order == nil {
			return errors.New("no order is known")
		}
		if needs != nil {
			return needs(n, p)
		}
		return nil
	}
	return g
}

// imitating is a problem whose targets are the teacher's.
func imitating(p *Problem, _ float64, seed int64) (*Problem, error) { return distilled(p, 1, seed) }

// decays is the grid of weight decays.
var decays = []float64{1e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1, 0.3, 1}
