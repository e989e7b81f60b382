package experiment

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/gomlx/compute"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/objective"
)

// AblationConfig is a grid over the three settings that the paper varied.
type AblationConfig struct {
	// Base holds everything else; its optimisers are replaced by Optimizer.
	Base Config `json:"base"`
	// Optimizer trains both students.
	Optimizer igbo.Optimizer `json:"optimizer"`
	Alphas    []float64      `json:"alphas"`
	Lambdas   []float64      `json:"lambdas"`
	Rs        []float64      `json:"rs"`
}

// DefaultAblationConfig returns α in 0.5 … 0.9, λ in 0.1 … 0.9 and r in
// ½, 1, 2, with SGD at 1e-2 for both students.
func DefaultAblationConfig(base Config) AblationConfig {
	return AblationConfig{
		Base: base, Optimizer: sgdPlain,
		Alphas: []float64{0.5, 0.6, 0.7, 0.8, 0.9}, Lambdas: []float64{0.1, 0.3, 0.5, 0.7, 0.9}, Rs: []float64{0.5, 1, 2},
	}
}

// Validate checks every cell of the grid.
func (c AblationConfig) Validate() error {
	if len(c.Alphas)*len(c.Lambdas)*len(c.Rs) == 0 {
		return fmt.Errorf("experiment: ablation over %d α, %d λ and %d r, expected at least 1 of each", len(c.Alphas), len(c.Lambdas), len(c.Rs))
	}
	for _, cell := range c.cells() {
		if err := cell.Validate(); err != nil {
			return err
		}
	}
	students := float64(len(c.Alphas)*len(c.Lambdas)*len(c.Rs)) * float64(c.Base.Seeds)
	scores := 8 * float64(c.Base.Task.Validation) * float64(c.Base.Task.Features)
	return checkMemory(append(c.Base.needs(), need{fmt.Sprintf("%g students of the grid", students), students * (modelBytes + scores)})...)
}

// cells lists the configuration of every cell, α slowest and r fastest.
func (c AblationConfig) cells() []Config {
	var cells []Config
	for _, alpha := range c.Alphas {
		for _, lambda := range c.Lambdas {
			for _, r := range c.Rs {
				cell := c.Base
				cell.Alpha, cell.Lambda, cell.R = alpha, lambda, r
				cell.Optimizers = []igbo.Optimizer{c.Optimizer}
				cells = append(cells, cell)
			}
		}
	}
	return cells
}

// AblationRow is one cell of the grid, over seeds.
type AblationRow struct {
	Alpha  float64 `json:"alpha"`
	Lambda float64 `json:"lambda"`
	R      float64 `json:"r"`
	// Edges is the number of edges; EmptyDAGs counts the seeds without any.
	Edges     *Stat `json:"edges"`
	EmptyDAGs int   `json:"empty_dags"`
	// The two students, trained identically.
	BaselineMSE  *Stat `json:"baseline_val_mse"`
	IGBOMSE      *Stat `json:"igbo_val_mse"`
	Reduction    *Stat `json:"mse_reduction"`
	BaselineLoss *Stat `json:"baseline_interpretability_loss"`
	IGBOLoss     *Stat `json:"igbo_interpretability_loss"`
	BaselineKept *Stat `json:"baseline_edges_satisfied_share"`
	IGBOKept     *Stat `json:"igbo_edges_satisfied_share"`
	Conflicts    *Stat `json:"conflict_share"`
	// Note says so where DAGs had no edge.
	Note string `json:"note"`
}

// Ablate trains an IGBO student for every cell and seed, beside one baseline a
// seed. A DAG with no edge, usual at α ≥ 0.8, is a valid result: H = 0 and
// every step is on g1, so that this student is the baseline itself and is not
// trained again.
func Ablate(ctx context.Context, backend compute.Backend, cfg AblationConfig, progress Progress) ([]AblationRow, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if keep := &cfg.Base.Checkpoints; keep.Dir != "" {
		keep.Dir = filepath.Join(keep.Dir, "ablation") // its teachers have a λ of their own
		keep.Every = 0                                 // many short trainings: each is kept once it is whole
	}
	base := cfg.cells()[0]
	r := &run{cfg: base, backend: backend, meter: newMeter(base, nil)}
	if err := r.teach(ctx); err != nil {
		return nil, err
	}
	a := &ablation{run: r, cells: cfg.cells()}
	if err := a.prepare(ctx); err != nil {
		return nil, err
	}
	a.run.meter = a.newMeter(progress)
	if err := parallel(ctx, len(a.jobs), func(ctx context.Context, i int) error { return a.train(ctx, a.jobs[i]) }); err != nil {
		return nil, err
	}
	return a.rows(ctx)
}

// ablation is a grid on its way.
type ablation struct {
	*run
	cells     []Config
	baselines []*outcome   // by seed
	outcomes  [][]*outcome // by cell and seed
	jobs      []*outcome
}

// outcome is one student of the grid.
type outcome struct {
	cfg       Config
	lesson    *lesson
	dag       *dag.DAG // nil for a baseline
	mse       float64
	scores    *mat.Dense // H on the validation points
	conflicts float64
}

// prepare builds every DAG and lists the students to train.
func (a *ablation) prepare(ctx context.Context) error {
	for _, l := range a.lessons {
		b := &outcome{cfg: a.cells[0], lesson: l}
		a.baselines, a.jobs = append(a.baselines, b), append(a.jobs, b)
	}
	for _, cell := range a.cells {
		var row []*outcome
		for _, l := range a.lessons {
			if err := ctx.Err(); err != nil {
				return err
			}
			at := *a.run
			at.cfg = cell
			d, err := at.buildDAG(l, l.validation)
			if err != nil {
				return err
			}
			o := &outcome{cfg: cell, lesson: l, dag: d}
			if len(d.Edges) > 0 {
				a.jobs = append(a.jobs, o)
			}
			row = append(row, o)
		}
		a.outcomes = append(a.outcomes, row)
	}
	return nil
}

func (a *ablation) newMeter(progress Progress) *meter {
	m := newMeter(a.cfg, progress)
	m.total = m.total / (a.cfg.Seeds * (1 + 2*len(a.cfg.Optimizers))) * len(a.jobs)
	return m
}

func (a *ablation) train(ctx context.Context, o *outcome) error {
	cfg := o.cfg.student(o.lesson.seed, o.cfg.Optimizers[0])
	cfg = a.meter.follow(o.cfg.keep(cfg, "ablation-seed-%d-alpha-%g-lambda-%g-r-%g-guided-%t", o.lesson.seed, o.cfg.Alpha, o.cfg.Lambda, o.cfg.R, o.dag != nil))
	trained, err := igbo.Train(ctx, a.backend, cfg, o.lesson.train, o.dag)
	if err != nil {
		return fmt.Errorf("experiment: α = %g, λ = %g, r = %g, seed %d: %w", o.cfg.Alpha, o.cfg.Lambda, o.cfg.R, o.lesson.seed, err)
	}
	o.conflicts = trained.History.ConflictShare()
	e, err := trained.Model.Evaluate(o.lesson.validation, nil)
	if err != nil {
		return err
	}
	o.mse = e.MSE
	o.scores, err = trained.Model.Scores(o.lesson.validation)
	return err
}

// rows measures every student against its cell's DAG.
func (a *ablation) rows(ctx context.Context) ([]AblationRow, error) {
	var rows []AblationRow
	for i, cell := range a.cells {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		columns, empty, err := a.columns(a.outcomes[i])
		if err != nil {
			return nil, err
		}
		row := AblationRow{
			Alpha: cell.Alpha, Lambda: cell.Lambda, R: cell.R, EmptyDAGs: empty,
			Edges: newStat(columns[0]), BaselineMSE: newStat(columns[1]), IGBOMSE: newStat(columns[2]),
			Reduction: newStat(columns[3]), BaselineLoss: newStat(columns[4]), IGBOLoss: newStat(columns[5]),
			BaselineKept: newStat(columns[6]), IGBOKept: newStat(columns[7]), Conflicts: newStat(columns[8]),
		}
		if empty > 0 {
			row.Note = fmt.Sprintf("no edge in %d of %d seeds: H = 0, step on g1", empty, a.cfg.Seeds)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func (a *ablation) columns(outcomes []*outcome) (columns [9][]float64, empty int, err error) {
	for i, o := range outcomes {
		base, guided := a.baselines[i], o
		if len(o.dag.Edges) == 0 {
			guided = base
			empty++
		}
		without, err := objective.Evaluate(base.scores, o.dag)
		if err != nil {
			return columns, 0, err
		}
		with, err := objective.Evaluate(guided.scores, o.dag)
		if err != nil {
			return columns, 0, err
		}
		for j, v := range []float64{
			float64(len(o.dag.Edges)), base.mse, guided.mse, 1 - guided.mse/base.mse,
			without.Loss, with.Loss, without.Share(), with.Share(), guided.conflicts,
		} {
			columns[j] = append(columns[j], v)
		}
	}
	return columns, empty, nil
}
