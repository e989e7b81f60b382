package teacherstudent

import (
	"embed"
	"fmt"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/study"
)

// Definition is the study by its name.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name: "teacher-student", Seeds: "seeds", NeedsBackend: true,
		Question: "Does a student that follows its teacher's order predict better than one trained identically without it?",
		Results:  committed,
	}, DefaultConfig)
}

// Cells implements study.Study: for each seed a teacher, and for each optimiser
// setting a baseline and an IGBO student.
func (c Config) Cells(p *study.Plan) (func(*study.Parts) (*Result, error), error) {
	var taught []seedParts
	for i := range c.Seeds {
		s := seedParts{seed: c.Seed0 + int64(i), teacher: c.Teach(p, c.Seed0+int64(i))}
		for _, o := range c.Optimizers {
			baseline, guided := c.pair(p, s.seed, o)
			s.students = append(s.students, [2]study.Part[Student]{baseline, guided})
		}
		taught = append(taught, s)
	}
	return func(parts *study.Parts) (*Result, error) {
		r := &run{cfg: c}
		for _, s := range taught {
			if err := r.add(s, parts); err != nil {
				return nil, err
			}
		}
		return r.result()
	}, nil
}

// seedParts are the promises of one seed: students by optimiser setting, the
// baseline before the IGBO student.
type seedParts struct {
	seed     int64
	teacher  study.Part[Teacher]
	students [][2]study.Part[Student]
}

// run is an experiment whose parts are there.
type run struct {
	cfg      Config
	seeds    []*seed
	students []student // by seed, setting, kind
}

// seed is a lesson with its teacher and the DAG.
type seed struct {
	*Lesson
	seed    int64
	teacher Teacher
	dag     *dag.DAG
}

// student is a trained student and how it does.
type student struct {
	Student
	optimizer  igbo.Optimizer
	igbo       bool
	evaluation igbo.Evaluation
}

func (r *run) add(s seedParts, parts *study.Parts) error {
	l, err := NewLesson(r.cfg.Task, s.seed)
	if err != nil {
		return err
	}
	at := &seed{Lesson: l, seed: s.seed, teacher: s.teacher.Of(parts)}
	if at.dag, err = r.cfg.Order(s.seed).Build(at.teacher); err != nil {
		return err
	}
	r.seeds = append(r.seeds, at)
	for i, pair := range s.students {
		for kind, part := range pair {
			trained := student{Student: part.Of(parts), optimizer: r.cfg.Optimizers[i], igbo: kind == 1}
			if trained.evaluation, err = trained.Student.evaluation(at.dag); err != nil {
				return fmt.Errorf("teacherstudent: seed %d: %w", s.seed, err)
			}
			r.students = append(r.students, trained)
		}
	}
	return nil
}

// committed are the results, of 20 seeds of the default settings, of the absolute score and of the default grid, and how
// long they took.
//
//go:embed *.json
var committed embed.FS

// AbsoluteConfig returns the paper's experiment with absolute scores, which a student
// can be steered by, and 20 seeds.
func AbsoluteConfig() Config {
	c := DefaultConfig()
	c.Attribution.Score, c.Seeds = attribution.Absolute, 20
	return c
}

// AbsoluteDefinition is the study by its name.
func AbsoluteDefinition() study.Definition {
	return study.Define(study.Definition{
		Name: "teacher-student-absolute", Seeds: "seeds", NeedsBackend: true,
		Question: "What does the teacher's order cost or bring where scores are absolute, so that a student can follow it?",
		Results:  committed, Prefix: "absolute",
	}, AbsoluteConfig)
}
