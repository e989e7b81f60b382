package shortcut

import (
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/task"
)

// Student is a network with its loss and its methods.
type Student struct {
	Name    string            `json:"name"`
	Network benchmark.Network `json:"network"`
	// Loss is squared or logistic. Steps is T.
	Loss  task.Kind `json:"loss"`
	Steps int       `json:"steps" bounds:"[1, 1e4]"`
	// Methods are those of methods and, for linear students, competing methods. The first one is the reference.
	Methods []Method `json:"methods" bounds:"named"`
}

// Method is a method with the strengths to try, a row for each.
type Method struct {
	Name      string    `json:"name"`
	Strengths []float64 `json:"strengths" bounds:"distinct [0, 1e6]"`
}

// The students' names.
const (
	Linear         = "linear"
	MLP            = "MLP"
	GRU            = "GRU"
	LogisticLinear = "logistic linear"
	LogisticMLP    = "logistic MLP"
)

// networks returns the students by name, without methods.
func networks() []Student {
	mlp := benchmark.DefaultNetwork(models.MLPSpec(models.MLPConfig{Hidden: []int{16}, Activation: "tanh"}))
	gru := benchmark.DefaultNetwork(models.Spec{Kind: models.KindGRU, GRU: &models.GRUConfig{Hidden: 6}})
	gru.Epochs, gru.Points = 50, 4
	linear := benchmark.DefaultNetwork(models.LinearSpec())
	return []Student{
		{Linear, linear, task.KindSquared, 1, nil}, {MLP, mlp, task.KindSquared, 1, nil}, {GRU, gru, task.KindSquared, 5, nil},
		{LogisticLinear, linear, task.KindLogistic, 1, nil}, {LogisticMLP, mlp, task.KindLogistic, 1, nil},
	}
}

// methods returns the methods of the study in the order of its tables.
func methods(n benchmark.Network) []benchmark.Method {
	return []benchmark.Method{
		n.Unconstrained(), n.WeightDecay(), n.Deleted(), n.Edges(false), n.Edges(true), n.Cap(false), n.Cap(true),
		n.AttributionBound(), n.InputGradient(), n.ExpectedGradients(),
	}
}

// tried returns the methods of a student. A GRU, whose steps take long, has no scores of permuted inputs and no expected
// gradients.
func tried(n benchmark.Network) []benchmark.Method {
	all := methods(n)
	if n.Model.Kind != models.KindGRU {
		return all
	}
	return slices.DeleteFunc(all, func(m benchmark.Method) bool {
		return slices.Contains([]string{n.Edges(true).Name(), n.Cap(true).Name(), n.ExpectedGradients().Name()}, m.Name())
	})
}

// chosen returns the students with each method at its frozen strength.
func chosen() []Student {
	students := networks()
	for i, s := range students {
		for _, m := range tried(s.Network) {
			strength := 0.0
			if len(m.Settings()) > 1 {
				strength = frozen[s.Name][m.Name()]
			}
			row := Method{m.Name(), []float64{strength}}
			if name := m.Name(); name == s.Network.Cap(false).Name() || name == s.Network.AttributionBound().Name() {
				row.Strengths = append(row.Strengths, round)
			}
			students[i].Methods = append(students[i].Methods, row)
		}
		for _, m := range competingMethods(s.Network, s.Loss) {
			students[i].Methods = append(students[i].Methods, Method{m.Name(), []float64{0}})
		}
	}
	return students
}

// frozen has the strengths with the least error out of distribution on the development draws (testdata/development.json), by
// student and method. They were fixed before any other draw was used.
var frozen = map[string]map[string]float64{
	Linear: {
		"weight decay": 0.0001, "edges": 0.005, "edges, permuted inputs": 0.005, "cap": 0.002,
		"cap, permuted inputs": 0.002, "attribution bound": 0.002, "input-gradient penalty": 100, "expected-gradients prior": 100,
	},
	MLP: {
		"weight decay": 1, "edges": 0.02, "edges, permuted inputs": 0.01, "cap": 0.002,
		"cap, permuted inputs": 0.002, "attribution bound": 0.002, "input-gradient penalty": 100, "expected-gradients prior": 100,
	},
	GRU: {
		"weight decay": 0.01, "edges": 0.01, "cap": 0.001, "attribution bound": 0.001,
		"input-gradient penalty": 10,
	},
	LogisticLinear: {
		"weight decay": 0.0001, "edges": 0.2, "edges, permuted inputs": 0.2, "cap": 0.001,
		"cap, permuted inputs": 0.001, "attribution bound": 0.001, "input-gradient penalty": 100, "expected-gradients prior": 100,
	},
	LogisticMLP: {
		"weight decay": 0.3, "edges": 0.01, "edges, permuted inputs": 0.01, "cap": 0.002,
		"cap, permuted inputs": 0.002, "attribution bound": 0.1, "input-gradient penalty": 100, "expected-gradients prior": 100,
	},
}

// round is the bound that caps and bounds also use besides the frozen one. An expert would choose it without development draws.
const round = 0.05

// attempt is a method at a strength.
type attempt struct {
	method   string
	strength float64
}

// name returns a name that is unique within a student.
func (a attempt) name() string { return fmt.Sprintf("%s at %g", a.method, a.strength) }

// attempts returns the student's fits on a draw.
func (s Student) attempts() (all []attempt) {
	for _, m := range s.Methods {
		for _, strength := range m.Strengths {
			all = append(all, attempt{m.Name, strength})
		}
	}
	return all
}

func (s Student) validate() error {
	if s.Loss != task.KindSquared && s.Loss != task.KindLogistic {
		return fmt.Errorf("shortcut: loss must be %s or %s, got %q", task.KindSquared, task.KindLogistic, s.Loss)
	}
	for _, m := range s.Methods {
		if s.find(m.Name) == nil {
			return fmt.Errorf("shortcut: method %q not found, want one of %q", m.Name, study.Each(s.all(), benchmark.Method.Name))
		}
	}
	return nil
}

// all returns all methods of a student.
func (s Student) all() []benchmark.Method {
	return append(methods(s.Network), competingMethods(s.Network, s.Loss)...)
}

// find returns the method with a name; nil if there is none.
func (s Student) find(name string) benchmark.Method { return benchmark.Named(s.all(), name) }
