package shift

import (
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
)

// Source is a shift with its table, as plain data for the cells of another study.
type Source struct {
	Shift Shift
	File  workflow.File
	Twin  bool
}

// Sources returns the sources of the selected shifts in the same order.
func (c Config) Sources() (all []Source, err error) {
	for _, s := range c.chosen() {
		of := Source{Shift: s, Twin: c.Twins}
		if !c.Twins {
			if of.File, err = s.file(c.Packages); err != nil {
				return nil, err
			}
		}
		all = append(all, of)
	}
	return all, nil
}

// Draw returns the problem that the study draws for a seed: rows of one group with the written order and signs, and test rows
// of the other groups. Its inputs without targets are from the whole table.
func (s Source) Draw(seed int64) (*benchmark.Problem, error) {
	t, err := distribution{Config: Config{Twins: s.Twin}, Shift: s.Shift, File: s.File}.table()
	if err != nil {
		return nil, err
	}
	d, err := s.Shift.draw(t, benchmark.Generator(s.Shift.Name, 0, seed))
	if err != nil {
		return nil, err
	}
	p, err := d.problem(arm{train: &d.home, above: pairs(d.features), signs: signs(d.features)})
	if err == nil {
		p.Unlabelled = d.population
	}
	return p, err
}
