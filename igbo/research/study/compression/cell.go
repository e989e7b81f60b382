package compression

import (
	"context"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// distribution has the settings of a run.
type distribution struct {
	Config  Config // without settings and seeds
	Setting Setting
}

// lesson is the draw of a run: a teacher, its outputs, and the errors of the pruned teacher.
type lesson struct {
	*benchmark.Problem
	teacher float64 // mean squared error against the truth
	// inputs and units are the errors of the pruned teacher, by kept share and then by ranking.
	inputs, units []float64
}

// The facts of a lesson: the teacher's error, the number of edges of its order, then the errors of the pruned teachers.
const (
	teacherError = iota
	orderEdges
	prunedFirst
)

// Facts implements trial.WithFacts.
func (l lesson) Facts() []float64 {
	return slices.Concat([]float64{l.teacher, float64(len(l.Order.Edges))}, l.inputs, l.units)
}

// draw trains the teacher and prunes it.
func draw(ctx context.Context, w *workflow.Work, r trial.Run[distribution]) (l lesson, err error) {
	c, of, seed := r.Case.Config, newTruth(r.Case.Setting, r.Seed), uint64(r.Seed)
	taught, own, test := of.draw(c.Taught, seed+1<<32, false), of.draw(r.Case.Setting.Samples, seed, false), of.draw(c.Test, seed+1<<33, true)
	cfg := training.Follow(w, c.teacher(r.Seed))
	cfg.OnStep = nil
	trained, err := igbo.Train(ctx, w.Backend, cfg, taught, nil)
	if err != nil {
		return l, fmt.Errorf("compression: the teacher: %w", err)
	}
	if l, err = c.prune(trained.Model, taught, test, seed); err == nil {
		l.Problem, err = c.problem(trained.Model, own, test, seed)
	}
	return l, err
}

// lessons returns a method for each student, way of teaching and weight decay.
func lessons(r trial.Run[distribution], l lesson) (all []trial.Method) {
	for _, s := range r.Case.Config.Students {
		for _, m := range s.Methods {
			for _, decay := range m.Decays {
				all = append(all, benchmark.EnterAt(fmt.Sprintf("%s, %s at %g", s.Name, m.Name, decay), find(s.Network, m.Name), l.Problem, decay, r.Seed))
			}
		}
	}
	return all
}

// problem returns the problem of the students: labelled samples, a teacher, and the order of the teacher's scores at their
// inputs.
func (c Config) problem(teacher *igbo.Model, own, test igbo.Data, seed uint64) (*benchmark.Problem, error) {
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
	p := &benchmark.Problem{Train: own, Test: test, Order: order, Teacher: benchmark.Trained(teacher, own).Predict}
	return p, p.Validate()
}

// prune measures the teacher, first complete, and then without some inputs or units, which are ranked on its training data.
func (c Config) prune(teacher *igbo.Model, taught, test igbo.Data, seed uint64) (l lesson, err error) {
	n, err := read(teacher, taught, c.Teacher.Hidden[0])
	if err != nil {
		return l, err
	}
	l.teacher = n.error(test, every(n.d), every(n.units))
	scores, err := teacher.Scores(taught)
	if err != nil {
		return l, err
	}
	inputs, units := n.inputRanks(training.ColumnMeans(scores), seed), n.unitRanks(taught, seed)
	for _, share := range c.Kept {
		for _, worth := range inputs {
			l.inputs = append(l.inputs, n.error(test, best(worth, share), every(n.units)))
		}
		for _, worth := range units {
			l.units = append(l.units, n.error(test, every(n.d), best(worth, share)))
		}
	}
	return l, nil
}

// Student is a narrow network with the ways in which it is taught.
type Student struct {
	Name    string            `json:"name"`
	Network benchmark.Network `json:"network"`
	// Methods are methods of benchmark.Network.Taught. The first one is the reference.
	Methods []Method `json:"methods" bounds:"named"`
}

// Method is a way of teaching with the weight decays to try, one row for each.
type Method struct {
	Name   string    `json:"name"`
	Decays []float64 `json:"weight_decays" bounds:"distinct [0, inf)"`
}

// methods returns the ways in which a student is taught.
func methods(n benchmark.Network) []benchmark.Method {
	return []benchmark.Method{
		n.Taught(false, ""), n.Taught(false, benchmark.Intervals), n.Taught(false, benchmark.OrderOnly), n.Taught(true, ""), n.Taught(true, benchmark.OrderOnly),
	}
}

// networks returns the students by name, without methods.
func networks() (students []Student) {
	students = append(students, Student{Name: "linear", Network: benchmark.DefaultNetwork(models.LinearSpec())})
	for _, hidden := range []int{2, 4, 8} {
		n := benchmark.DefaultNetwork(models.MLPSpec(models.MLPConfig{Hidden: []int{hidden}, Activation: "tanh"}))
		students = append(students, Student{Name: tabulate.Plural(hidden, "unit"), Network: n})
	}
	return students
}

// frozen has the weight decays with the least error on the development draws (testdata/development.json), by student and in the
// order of methods. They were fixed before any other draw was used.
var frozen = map[string][]float64{
	"linear":  {0.3, 0.3, 0.3, 0.1, 0.03},
	"2 units": {0.1, 0.1, 0.1, 0.03, 0.03},
	"4 units": {0.1, 0.1, 0.1, 0.03, 0.03},
	"8 units": {0.1, 0.1, 0.1, 0.01, 0.01},
}

// rows returns the number of a student's fits on a draw.
func (s Student) rows() (n int) {
	for _, m := range s.Methods {
		n += len(m.Decays)
	}
	return n
}

// find returns a method by its name; nil if there is none.
func find(n benchmark.Network, name string) benchmark.Method {
	return benchmark.Named(methods(n), name)
}
