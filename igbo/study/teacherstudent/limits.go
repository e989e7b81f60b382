package teacherstudent

import (
	"fmt"
	"math"
	"runtime"

	"github.com/igbolab/igbolab/igbo/study/internal/limits"
)

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
