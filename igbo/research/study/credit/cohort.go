package credit

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
)

// Cohort draws a case of the default settings. Its students take the same steps with the order and without: linear students
// from ridge regression, one network, and the average of the largest number of networks. It returns an error if the case does
// not exist or has additive models.
func Cohort(name string, seed int64) (benchmark.Cohort, error) {
	c := DefaultConfig()
	k := study.First(c.Cases, func(k *Case) bool { return k.Name == name })
	if k == nil || k.Kind == Additive {
		return benchmark.Cohort{}, fmt.Errorf("credit: drawing a problem: case %q must be one of package credit, and not additive", name)
	}
	config, drawn := k.problems()
	found := benchmark.Cohort{Points: 1, Known: true}
	var err error
	if k.Kind == Series {
		found.Problem, err = config.Series(drawn, c.Length, seed)
	} else {
		found.Problem, err = config.Draw(drawn, seed)
	}
	if err != nil {
		return found, err
	}
	enter := func(name, of string) {
		found.Students = append(found.Students, benchmark.Member{Name: name, Method: benchmark.Named(c.methods(k.Kind), of), Tuned: true})
	}
	if k.Kind == Linear {
		for i, way := range ways {
			enter([]string{"without the order", "IGBO, feasibility-first", "IGBO, the paper's P"}[i], trained(origins[0], way))
		}
		return found, nil
	}
	found.Points = points
	most := members[len(members)-1]
	enter("without the order", networks(1, false))
	enter("IGBO, one network", networks(1, true))
	enter(fmt.Sprintf("IGBO, %d networks", most), networks(most, true))
	return found, nil
}
