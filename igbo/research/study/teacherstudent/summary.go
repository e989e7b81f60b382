package teacherstudent

import (
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
)

// Table I of the paper.
const (
	paperTeacherMSE   = 1.847768
	paperBaselineMSE  = 1004.449524
	paperIGBOMSE      = 291.824799
	paperBaselineLoss = 0.0004
	paperIGBOLoss     = 0.0005
	paperReduction    = 0.71
)

// result returns the result of the finished run.
func (r *run) result() (*Result, error) {
	res := &Result{Config: r.cfg, DAG: study.Each(r.seeds, func(l *seed) SeedDAG { return SeedDAG{l.seed, l.dag.Features, l.dag.NamedEdges()} })}
	if err := r.references(res); err != nil {
		return nil, err
	}
	for i := range r.cfg.Optimizers {
		r.addStudents(res, i, baseline)
		r.addStudents(res, i, guided)
	}
	r.compare(res)
	var err error
	res.Freshness, err = r.freshness()
	return res, err
}

// references adds the rows of least squares and the teacher.
func (r *run) references(res *Result) error {
	var least, teacher []igbo.Evaluation
	scores := make([][]float64, len(r.seeds))
	for i, l := range r.seeds {
		e, err := l.LeastSquares.Evaluate(l.Task.Validation, r.cfg.Attribution, l.dag)
		if err != nil {
			return err
		}
		least = append(least, e)
		h := l.teacher.Scores[r.cfg.Attribution.Score]
		if e, err = (Student{MSE: l.teacher.MSE, Scores: h}).evaluation(l.dag); err != nil {
			return err
		}
		teacher, scores[i] = append(teacher, e), training.ColumnMeans(h)
	}
	row := newRow("teacher", teacher)
	row.Optimizer, row.LearningRate, row.PaperValMSE = &r.cfg.TeacherOptimizer.Name, &r.cfg.TeacherOptimizer.LearningRate, new(paperTeacherMSE)
	res.Rows = append(res.Rows, newRow("least_squares", least), row)
	res.Importance = append(res.Importance, newImportance("teacher", r.cfg.TeacherOptimizer, scores))
	return nil
}

// addStudents adds the row and the importances of one kind of student.
func (r *run) addStudents(res *Result, setting, kind int) {
	students, o := r.selected(setting, kind), r.cfg.Optimizers[setting]
	name, mse, loss := "baseline", paperBaselineMSE, paperBaselineLoss
	if kind == guided {
		name, mse, loss = "igbo", paperIGBOMSE, paperIGBOLoss
	}
	row := newRow(name, study.Each(students, func(s student) igbo.Evaluation { return s.evaluation }))
	row.Optimizer, row.LearningRate, row.PaperValMSE, row.PaperLoss = &o.Name, &o.LearningRate, new(mse), new(loss)
	if kind == guided {
		row.ConflictShare = study.NewStat(study.Each(students, func(s student) float64 { return s.Conflicts }))
	}
	res.Rows = append(res.Rows, row)
	res.Importance = append(res.Importance, newImportance(name, o, study.Each(students, func(s student) []float64 { return training.ColumnMeans(s.Scores) })))
}

// selected lists the students of a setting and kind, by seed.
func (r *run) selected(setting, kind int) []student {
	return study.Each(r.seeds, func(l *seed) student { return l.students[setting][kind] })
}

func newRow(name string, evaluations []igbo.Evaluation) Row {
	over := func(read func(igbo.Evaluation) float64) *study.Stat {
		return study.NewStat(study.Each(evaluations, read))
	}
	return Row{
		Name: name, ValMSE: over(func(e igbo.Evaluation) float64 { return e.MSE }),
		InterpretabilityLoss: over(func(e igbo.Evaluation) float64 { return e.Interpretability.Loss }),
		EdgesSatisfied:       over(func(e igbo.Evaluation) float64 { return float64(e.Interpretability.Satisfied) }),
		EdgesSatisfiedShare:  over(func(e igbo.Evaluation) float64 { return e.Interpretability.Share() }),
	}
}

func newImportance(name string, o igbo.Optimizer, bySeed [][]float64) Importance {
	imp := Importance{Name: name, Optimizer: o.Name, Rate: o.LearningRate}
	for k := range bySeed[0] {
		imp.Scores = append(imp.Scores, study.NewStat(study.Each(bySeed, func(scores []float64) float64 { return scores[k] })))
	}
	return imp
}

// compare compares the students of each setting, and the one pair that comes near the paper's result: a baseline with Adam at
// 1e-3 and an IGBO student with SGD.
func (r *run) compare(res *Result) {
	for i := range r.cfg.Optimizers {
		c := r.comparison(i, i)
		c.Name, c.Fair, c.Note = "same_optimizer", true, "both students trained identically"
		res.Comparisons = append(res.Comparisons, c)
	}
	slow, plain := slices.Index(r.cfg.Optimizers, adamSlow), slices.Index(r.cfg.Optimizers, sgdPlain)
	if slow >= 0 && plain >= 0 {
		c := r.comparison(slow, plain)
		c.Name, c.Paper = "mixed_optimizers", new(paperReduction)
		c.Note = "mixes optimisers: the difference is that of the optimisers, not of IGBO"
		res.Comparisons = append(res.Comparisons, c)
	}
}

// comparison compares the IGBO students of one setting with the baselines of another.
func (r *run) comparison(without, with int) Comparison {
	var reductions []float64
	var sumBase, sumIGBO float64
	for _, l := range r.seeds {
		base, led := l.students[without][baseline].evaluation.MSE, l.students[with][guided].evaluation.MSE
		reductions = append(reductions, 1-led/base)
		sumBase, sumIGBO = sumBase+base, sumIGBO+led
	}
	return Comparison{
		Baseline: describe(r.cfg.Optimizers[without]), IGBO: describe(r.cfg.Optimizers[with]),
		Reduction: study.NewStat(reductions), OfMeans: 1 - sumIGBO/sumBase,
	}
}
