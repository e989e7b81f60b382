package compression

import (
	"context"
	"fmt"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
	"github.com/igbolab/igbolab/igbo/study/internal/training"
)

// settings are those of a cell.
type settings struct {
	Config  Config // without settings and seeds
	Setting Setting
	Seed    int64
}

// part is what a cell finds.
type part struct {
	// Teacher is its mean squared error against the truth, Edges the number of edges of its order.
	Teacher float64
	Edges   int
	// Errors are those of the students, against the truth, student by student and method by method.
	Errors []float64
	// Inputs and Units are the errors of the pruned teacher, by what is kept and then by ranking.
	Inputs, Units [][]float64
}

// look trains the teacher, prunes it, and teaches every student.
func look(ctx context.Context, w *study.Work, s settings) (part, error) {
	c, seed := s.Config, uint64(s.Seed)
	l := newLaw(s.Setting, s.Seed)
	taught, own, test := l.draw(c.Taught, seed+1<<32, false), l.draw(s.Setting.Samples, seed, false), l.draw(c.Test, seed+1<<33, true)
	cfg := training.Follow(w, c.teacher(s.Seed))
	cfg.OnStep = nil
	trained, err := igbo.Train(ctx, w.Backend, cfg, taught, nil)
	if err != nil {
		return part{}, fmt.Errorf("compression: the teacher: %w", err)
	}
	w.Step(1)
	found, err := c.prune(trained.Model, taught, test, seed)
	if err != nil {
		return part{}, err
	}
	p, err := c.problem(trained.Model, own, test, seed)
	if err != nil {
		return part{}, err
	}
	found.Edges = len(p.Order.Edges)
	for _, student := range c.Students {
		for _, m := range student.Methods {
			for _, decay := range m.Decays {
				f, err := find(student.Network, m.Name).Fit(ctx, w.Backend, p, contest.Setting{Strength: decay}, s.Seed)
				if err != nil {
					return part{}, fmt.Errorf("compression: %s, %s: %w", student.Name, m.Name, err)
				}
				e, err := contest.Error(p, f)
				if err != nil {
					return part{}, err
				}
				found.Errors = append(found.Errors, e)
				w.Step(1 + len(found.Errors))
			}
		}
	}
	return found, nil
}

// problem is the students': labelled samples, a teacher that can be asked, and the order of its scores at their inputs.
func (c Config) problem(teacher *igbo.Model, own, test igbo.Data, seed uint64) (*contest.Problem, error) {
	scores, err := teacher.Scores(own)
	if err != nil {
		return nil, err
	}
	options := c.Order
	options.Features, options.Seed = own.Features, options.Seed+seed
	order, err := dag.Build(scores, options)
	if err != nil {
		return nil, err
	}
	p := &contest.Problem{Train: own, Test: test, Order: order, Teacher: contest.Trained(teacher, own).Predict}
	return p, p.Validate()
}

// prune measures the teacher, whole and with inputs and with units left out, ranked on its own training data.
func (c Config) prune(teacher *igbo.Model, taught, test igbo.Data, seed uint64) (found part, err error) {
	n, err := read(teacher, taught, c.Teacher.Hidden[0])
	if err != nil {
		return found, err
	}
	found.Teacher = n.error(test, every(n.d), every(n.units))
	scores, err := teacher.Scores(taught)
	if err != nil {
		return found, err
	}
	inputs, units := n.inputRanks(training.ColumnMeans(scores), seed), n.unitRanks(taught, seed)
	for _, share := range c.Kept {
		found.Inputs = append(found.Inputs, study.Each(inputs, func(worth []float64) float64 { return n.error(test, best(worth, share), every(n.units)) }))
		found.Units = append(found.Units, study.Each(units, func(worth []float64) float64 { return n.error(test, every(n.d), best(worth, share)) }))
	}
	return found, nil
}

// Student is a narrow network and the ways that it is taught.
type Student struct {
	Name    string          `json:"name"`
	Network contest.Network `json:"network"`
	// Methods are those of contest.Network.Taught; the first one is what others are compared with.
	Methods []Method `json:"methods" bounds:"named"`
}

// Method is a way of teaching with the weight decays that are tried, each a row.
type Method struct {
	Name   string    `json:"name"`
	Decays []float64 `json:"weight_decays" bounds:"distinct [0, inf)"`
}

// methods are the ways that a student is taught.
func methods(n contest.Network) []contest.Method {
	return []contest.Method{
		n.Taught(false, ""), n.Taught(false, contest.Intervals), n.Taught(false, contest.OrderOnly), n.Taught(true, ""), n.Taught(true, contest.OrderOnly),
	}
}

// networks are the students by name, without methods.
func networks() (students []Student) {
	students = append(students, Student{Name: "linear", Network: contest.DefaultNetwork(models.LinearSpec())})
	for _, hidden := range []int{2, 4, 8} {
		n := contest.DefaultNetwork(models.MLPSpec(models.MLPConfig{Hidden: []int{hidden}, Activation: "tanh"}))
		students = append(students, Student{Name: study.Plural(hidden, "unit"), Network: n})
	}
	return students
}

// frozen are the weight decays of the least error on the development draws (testdata/development.json), by student and in the order of
// methods. They were settled before any other draw was looked at.
var frozen = map[string][]float64{
	"linear":  {0.3, 0.3, 0.3, 0.1, 0.03},
	"2 units": {0.1, 0.1, 0.1, 0.03, 0.03},
	"4 units": {0.1, 0.1, 0.1, 0.03, 0.03},
	"8 units": {0.1, 0.1, 0.1, 0.01, 0.01},
}

// rows is the number of a student's fits on a draw.
func (s Student) rows() (n int) {
	for _, m := range s.Methods {
		n += len(m.Decays)
	}
	return n
}

// find is a method by its name; nil where there is none.
func find(n contest.Network, name string) contest.Method {
	return contest.Named(methods(n), name)
}
