package pareto

import "github.com/igbolab/igbolab/igbo/models"

// Work implements study.Sized: a teacher and a start for each seed, and a full-batch training for each rule and λ.
func (c Config) Work() models.Work {
	shape := models.Shape{Batch: c.Base.Task.Train, Steps: 1, Features: c.Base.Task.Features}
	start := models.LinearSpec().Training(shape, c.StartSteps)
	shape.Points = c.Base.Attribution.Points
	point := models.LinearSpec().Training(shape, c.Steps)
	one := c.Base.TeacherWork().Plus(start).Plus(point.Times(float64(len(c.Rules) * len(c.Lambdas))))
	return one.Times(float64(c.Base.Seeds))
}
