package teacherstudent

import (
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/internal/training"
)

// The paper's Table I.
const (
	paperTeacherMSE   = 1.847768
	paperBaselineMSE  = 1004.449524
	paperIGBOMSE      = 291.824799
	paperBaselineLoss = 0.0004
	paperIGBOLoss     = 0.0005
	paperReduction    = 0.71
)

// result gathers the finished run.
func (r *run) result() (*Result, error) {
	res := &Result{Config: r.cfg}
	for _, l := range r.seeds {
		res.DAG = append(res.DAG, newSeedDAG(l.seed, l.dag))
	}
	if err := r.references(res); err != nil {
		return nil, err
	}
	for _, o := range r.cfg.Optimizers {
		for _, guided := range []bool{false, true} {
			r.addStudents(res, o, guided)
		}
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
	row := newRow("least_squares", least)
	res.Rows = append(res.Rows, row)
	row = newRow("teacher", teacher)
	row.setOptimizer(r.cfg.TeacherOptimizer)
	row.PaperValMSE = new(paperTeacherMSE)
	res.Rows = append(res.Rows, row)
	res.Importance = append(res.Importance, newImportance("teacher", r.cfg.TeacherOptimizer, scores))
	return nil
}

// addStudents adds the row and the importances of one kind of student.
func (r *run) addStudents(res *Result, o igbo.Optimizer, guided bool) {
	var evaluations []igbo.Evaluation
	var conflicts []float64
	var scores [][]float64
	for _, s := range r.selected(o, guided) {
		evaluations = append(evaluations, s.evaluation)
		conflicts = append(conflicts, s.Conflicts)
		scores = append(scores, training.ColumnMeans(s.Scores))
	}
	name, mse, loss := "baseline", paperBaselineMSE, paperBaselineLoss
	if guided {
		name, mse, loss = "igbo", paperIGBOMSE, paperIGBOLoss
	}
	row := newRow(name, evaluations)
	row.setOptimizer(o)
	row.PaperValMSE, row.PaperLoss = new(mse), new(loss)
	if guided {
		row.ConflictShare = study.NewStat(conflicts)
	}
	res.Rows = append(res.Rows, row)
	res.Importance = append(res.Importance, newImportance(name, o, scores))
}

// selected lists the students of a setting and kind, by seed.
func (r *run) selected(o igbo.Optimizer, guided bool) []student {
	return slices.DeleteFunc(slices.Clone(r.students), func(s student) bool { return s.optimizer != o || s.igbo != guided })
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

func (row *Row) setOptimizer(o igbo.Optimizer) {
	row.Optimizer, row.LearningRate = &o.Name, &o.LearningRate
}

func newImportance(name string, o igbo.Optimizer, bySeed [][]float64) Importance {
	imp := Importance{Name: name, Optimizer: o.Name, Rate: o.LearningRate}
	for k := range bySeed[0] {
		imp.Scores = append(imp.Scores, study.NewStat(study.Each(bySeed, func(scores []float64) float64 { return scores[k] })))
	}
	return imp
}

// compare sets each setting's students side by side, and the one pair that
// comes near the paper: a baseline with Adam at 1e-3 against an IGBO student
// with SGD.
func (r *run) compare(res *Result) {
	for _, o := range r.cfg.Optimizers {
		c := r.comparison(o, o)
		c.Name, c.Fair, c.Note = "same_optimizer", true, "both students trained identically"
		res.Comparisons = append(res.Comparisons, c)
	}
	if len(r.selected(adamSlow, false)) > 0 && len(r.selected(sgdPlain, true)) > 0 {
		c := r.comparison(adamSlow, sgdPlain)
		c.Name, c.Paper = "mixed_optimizers", new(paperReduction)
		c.Note = "mixes optimisers: the difference is that of the optimisers, not of IGBO"
		res.Comparisons = append(res.Comparisons, c)
	}
}

func (r *run) comparison(baseline, guided igbo.Optimizer) Comparison {
	var reductions []float64
	var sumBase, sumIGBO float64
	others := r.selected(guided, true)
	for i, b := range r.selected(baseline, false) {
		base, with := b.evaluation.MSE, others[i].evaluation.MSE
		reductions = append(reductions, 1-with/base)
		sumBase, sumIGBO = sumBase+base, sumIGBO+with
	}
	return Comparison{
		Baseline: describe(baseline), IGBO: describe(guided),
		Reduction: study.NewStat(reductions), OfMeans: 1 - sumIGBO/sumBase,
	}
}
