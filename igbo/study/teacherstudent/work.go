package teacherstudent

import (
	"fmt"
	"math"
	"runtime"

	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/study/internal/limits"
	"github.com/igbolab/igbolab/igbo/study/internal/training"
)

// Work implements study.Sized: a teacher for each seed, and two students for each optimiser.
func (c Config) Work() models.Work {
	pair := c.TrainingWork(true).Plus(c.TrainingWork(false))
	return c.TeacherWork().Plus(pair.Times(float64(len(c.Optimizers)))).Times(float64(c.Seeds))
}

// TeacherWork is that of training one teacher.
func (c Config) TeacherWork() models.Work {
	return models.MLPSpec(c.Teacher).Training(c.shape(false), training.Steps(c.Epochs, c.Task.Train, c.Batch))
}

// TrainingWork is that of training one student, with scores or without.
func (c Config) TrainingWork(scores bool) models.Work {
	return models.LinearSpec().Training(c.shape(scores), training.Steps(c.Epochs, c.Task.Train, c.Batch))
}

func (c Config) shape(scores bool) models.Shape {
	s := models.Shape{Batch: c.Batch, Steps: 1, Features: c.Task.Features}
	if scores {
		s.Points = c.Attribution.Points
	}
	return s
}

// Work implements study.Sized: a teacher and a baseline for each seed, and a student for each cell of the grid.
func (c AblationConfig) Work() models.Work {
	cells := float64(len(c.Alphas) * len(c.Lambdas) * len(c.Rs))
	one := c.Base.TeacherWork().Plus(c.Base.TrainingWork(false)).Plus(c.Base.TrainingWork(true).Times(cells))
	return one.Times(float64(c.Base.Seeds))
}

// Needs are the parts of the memory of the experiment.
func (c Config) Needs() []limits.Need {
	hidden := 0.0
	for _, n := range c.Teacher.Hidden {
		hidden += float64(n)
	}
	d := float64(c.Task.Features)
	points := float64(c.Task.Train) + 2*float64(c.Task.Validation)
	trainings := 1 + 2*float64(len(c.Optimizers))
	target := d * float64(c.Task.Hidden)
	scores := (2*2 + 2*float64(len(c.Optimizers))) * float64(c.Task.Validation) * d
	return []limits.Need{
		{
			What:  fmt.Sprintf("%d seeds of %g points and %g models", c.Seeds, points, trainings),
			Bytes: float64(c.Seeds) * (8*(limits.TableCopy*(points*(d+1)+target)+scores) + trainings*limits.ModelBytes),
		},
		limits.Path(c.Attribution, max(float64(c.Batch), math.Min(1024, float64(c.Task.Validation))), d+hidden, c.Seeds),
		{
			What:  fmt.Sprintf("%d batches of %d points for the DAG", c.DAGBatches, c.DAGBatch),
			Bytes: 8 * limits.DrawCopy * float64(c.DAGBatches) * (float64(c.DAGBatch) + d) * float64(min(runtime.GOMAXPROCS(0), c.Seeds)),
		},
	}
}
