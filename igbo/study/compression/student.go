package compression

import (
	_ "embed"

	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
)

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
	linear := contest.DefaultNetwork(models.LinearSpec())
	students = append(students, Student{Name: "linear", Network: linear})
	for _, hidden := range []int{2, 4, 8} {
		n := contest.DefaultNetwork(models.MLPSpec(models.MLPConfig{Hidden: []int{hidden}, Activation: "tanh"}))
		students = append(students, Student{Name: study.Plural(hidden, "unit"), Network: n})
	}
	return students
}

// frozen are the weight decays of the least error on the development draws ([DevelopmentConfig]), by student and
// method. They were settled before any other draw was looked at.
var frozen = map[string]map[string]float64{
	"linear": {
		"labels": 0.3, "labels, then intervals": 0.3, "labels, then order only": 0.3,
		"distillation alone": 0.1, "distillation alone, then order only": 0.03,
	},
	"2 units": {
		"labels": 0.1, "labels, then intervals": 0.1, "labels, then order only": 0.1,
		"distillation alone": 0.03, "distillation alone, then order only": 0.03,
	},
	"4 units": {
		"labels": 0.1, "labels, then intervals": 0.1, "labels, then order only": 0.1,
		"distillation alone": 0.03, "distillation alone, then order only": 0.03,
	},
	"8 units": {
		"labels": 0.1, "labels, then intervals": 0.1, "labels, then order only": 0.1,
		"distillation alone": 0.01, "distillation alone, then order only": 0.01,
	},
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
	for _, m := range methods(n) {
		if m.Name() == name {
			return m
		}
	}
	return nil
}
