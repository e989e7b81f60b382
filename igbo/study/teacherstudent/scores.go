package teacherstudent

import (
	"cmp"
	"context"
	"fmt"

	"github.com/gomlx/compute"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/study/internal/limits"
	"github.com/igbolab/igbolab/igbo/study/internal/training"
)

// ScoresConfig says whose scores are computed.
type ScoresConfig struct {
	// Base is the experiment; its first seed's teacher is scored as Base says.
	Base Config `json:"base"`
	// Points is the number of fresh points.
	Points int `json:"points" bounds:"[1, inf)"`
}

// Validate checks every setting before anything runs.
func (c ScoresConfig) Validate() error {
	return cmp.Or(limits.Check("teacherstudent", c), c.Base.Validate(), limits.Memory(limits.Need{
		What:  fmt.Sprintf("%d points", c.Points),
		Bytes: 8 * limits.TableCopy * float64(c.Points) * float64(c.Base.Task.Features+1),
	}))
}

// Scores trains the teacher of the experiment's first seed, in 64-bit floats,
// and scores fresh points of its task: H [points,D]. It is a function for
// study.Once. progress may be nil.
func Scores(ctx context.Context, backend compute.Backend, settings ScoresConfig, progress func(done, total int)) (*mat.Dense, error) {
	if err := settings.Validate(); err != nil {
		return nil, err
	}
	c := settings.Base
	task, err := datasets.TeacherStudent(c.Task, uint64(c.Seed0))
	if err != nil {
		return nil, err
	}
	data, err := training.Table(task.Train)
	if err != nil {
		return nil, err
	}
	scored, err := training.Table(task.Fresh(settings.Points, 1))
	if err != nil {
		return nil, err
	}
	cfg := c.teacher(c.Seed0)
	cfg.DType, cfg.Attribution = "float64", c.Attribution
	if steps := training.Steps(c.Epochs, c.Task.Train, c.Batch); progress != nil {
		cfg.OnStep = func(step int) { progress(step, steps) }
	}
	trained, err := igbo.Train(ctx, backend, cfg, data, nil)
	if err != nil {
		return nil, fmt.Errorf("teacherstudent: teacher of seed %d: %w", c.Seed0, err)
	}
	return trained.Model.Scores(scored)
}
