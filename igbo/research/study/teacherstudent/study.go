package teacherstudent

import (
	"context"
	"embed"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/objective"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
	"github.com/igbolab/igbolab/igbo/train"
)

// Definition returns the definition of the study.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name: "teacher-student", Seeds: "seeds", NeedsBackend: true,
		Question: "Does a student that follows its teacher's order predict better than one trained identically without it?",
		Results:  committed,
		Brief:    []string{"seeds=2", "epochs=2", "attribution.points=2"},
	}, DefaultConfig)
}

// Cells implements workflow.Study: for each seed a teacher, and for each optimiser
// setting a baseline and an IGBO student.
func (c Config) Cells(p *workflow.Plan) (func(*workflow.Parts) (*Result, error), error) {
	var taught []seedParts
	for i := range c.Seeds {
		s := seedParts{seed: c.Seed0 + int64(i), teacher: c.Teach(p, c.Seed0+int64(i))}
		for _, o := range c.Optimizers {
			baseline, guided := c.pair(p, s.seed, o)
			s.students = append(s.students, [2]workflow.Part[Student]{baseline, guided})
		}
		taught = append(taught, s)
	}
	return func(parts *workflow.Parts) (*Result, error) {
		r := &run{cfg: c}
		for _, s := range taught {
			if err := r.add(s, parts); err != nil {
				return nil, err
			}
		}
		return r.result()
	}, nil
}

// seedParts has the parts of one seed: students by optimiser setting, with the baseline before the IGBO student.
type seedParts struct {
	seed     int64
	teacher  workflow.Part[Teacher]
	students [][2]workflow.Part[Student]
}

// run is an experiment with finished parts.
type run struct {
	cfg   Config
	seeds []*seed
}

// seed is a lesson with its teacher, the DAG, and students by optimiser setting.
type seed struct {
	*Lesson
	seed     int64
	teacher  Teacher
	dag      *dag.DAG
	students [][2]student
}

// The two students of a setting.
const (
	baseline = iota
	guided
)

// student is a trained student with its evaluation.
type student struct {
	Student
	evaluation igbo.Evaluation
}

func (r *run) add(s seedParts, parts *workflow.Parts) error {
	l, err := NewLesson(r.cfg.Task, s.seed)
	if err != nil {
		return err
	}
	at := &seed{Lesson: l, seed: s.seed, teacher: s.teacher.Of(parts)}
	if at.dag, err = r.cfg.Order(s.seed).Build(at.teacher); err != nil {
		return err
	}
	at.students = make([][2]student, len(s.students))
	for i, pair := range s.students {
		for kind, part := range pair {
			trained := &at.students[i][kind]
			trained.Student = part.Of(parts)
			if trained.evaluation, err = trained.Student.evaluation(at.dag); err != nil {
				return fmt.Errorf("teacherstudent: seed %d: %w", s.seed, err)
			}
		}
	}
	r.seeds = append(r.seeds, at)
	return nil
}

// committed has the results of the default settings with 20 seeds, of the absolute score and of the default grid, with their
// running times.
//
//go:embed *.json *answer.tmpl
var committed embed.FS

// AbsoluteConfig returns the paper's experiment with absolute scores, which can guide a student, and 20 seeds.
func AbsoluteConfig() Config {
	c := DefaultConfig()
	c.Attribution.Score, c.Seeds = attribution.Absolute, 20
	return c
}

// AbsoluteDefinition returns the definition of the study.
func AbsoluteDefinition() study.Definition {
	return study.Define(study.Definition{
		Name: "teacher-student-absolute", Seeds: "seeds", NeedsBackend: true,
		Question: "What does the teacher's order gain or cost if scores are absolute, so a student can follow it?",
		Results:  committed, Prefix: "absolute",
		Brief: []string{"seeds=2", "epochs=2", "attribution.points=2"},
	}, AbsoluteConfig)
}

// Student is a trained student.
type Student struct {
	// MSE is the mean squared error on the validation points, where H [N,D] is also measured.
	MSE    float64
	Scores *mat.Dense
	// Conflicts is the share of steps with g1·g2 < 0.
	Conflicts float64
}

// evaluation evaluates a student with a DAG.
func (s Student) evaluation(d *dag.DAG) (igbo.Evaluation, error) {
	value, err := objective.Evaluate(s.Scores, d)
	return igbo.Evaluation{MSE: s.MSE, Interpretability: value}, err
}

// studentSettings are all inputs of a baseline.
type studentSettings struct {
	Task        datasets.TeacherStudentConfig
	Seed        int64
	Optimizer   igbo.Optimizer
	Epochs      int
	Batch       int
	Attribution attribution.Config
}

// guidedSettings are all inputs of an IGBO student. If its DAG has no edge, the student is the baseline.
type guidedSettings struct {
	Student  studentSettings
	Teacher  workflow.Part[Teacher]
	Baseline workflow.Part[Student]
	Order    Order
	Lambda   float64
	Rule     string
}

// pair adds the cells of a baseline and of an IGBO student that only differ in the second objective.
func (c Config) pair(p *workflow.Plan, seed int64, o igbo.Optimizer) (baseline, guided workflow.Part[Student]) {
	steps := training.Steps(c.Epochs, c.Task.Train, c.Batch)
	settings := studentSettings{c.Task, seed, o, c.Epochs, c.Batch, c.Attribution}
	baseline = workflow.Add(p, workflow.Cell{Name: fmt.Sprintf("baseline of seed %d with %s", seed, describe(o)), Steps: steps}, learn, settings)
	cell := workflow.Cell{
		Name:  fmt.Sprintf("IGBO student of seed %d with %s, α = %g, λ = %g, r = %g", seed, describe(o), c.Alpha, c.Lambda, c.R),
		Steps: steps, Weight: training.IGBOWeight,
	}
	guided = workflow.Add(p, cell, follow, guidedSettings{settings, c.Teach(p, seed), baseline, c.Order(seed), c.Lambda, c.Rule})
	return baseline, guided
}

func describe(o igbo.Optimizer) string { return fmt.Sprintf("%s %g", o.Name, o.LearningRate) }

// learn trains a baseline.
func learn(ctx context.Context, w *workflow.Work, s studentSettings) (Student, error) {
	return s.train(ctx, w, base(s.Seed, s.Optimizer, s.Epochs, s.Batch, s.Attribution), nil)
}

// follow trains an IGBO student.
func follow(ctx context.Context, w *workflow.Work, s guidedSettings) (Student, error) {
	order, err := s.Order.Build(s.Teacher.Of(w.Parts))
	if err != nil {
		return Student{}, err
	}
	if len(order.Edges) == 0 { // H = 0, every step follows g1
		return s.Baseline.Of(w.Parts), nil
	}
	cfg := base(s.Student.Seed, s.Student.Optimizer, s.Student.Epochs, s.Student.Batch, s.Student.Attribution)
	cfg.Rule, cfg.Lambda = s.Rule, train.FixedLambda(s.Lambda)
	return s.Student.train(ctx, w, cfg, order)
}

func (s studentSettings) train(ctx context.Context, w *workflow.Work, cfg igbo.Config, order *dag.DAG) (Student, error) {
	l, err := NewLesson(s.Task, s.Seed)
	if err != nil {
		return Student{}, err
	}
	trained, err := igbo.Train(ctx, w.Backend, training.Follow(w, cfg), l.Train, order)
	if err != nil {
		return Student{}, err
	}
	e, err := trained.Model.Evaluate(l.Validation, nil)
	if err != nil {
		return Student{}, err
	}
	scores, err := trained.Model.Scores(l.Validation)
	return Student{MSE: e.MSE, Scores: scores, Conflicts: trained.History.ConflictShare()}, err
}
