package teacherstudent

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/objective"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
)

// AblationConfig is a grid over the three settings that the paper varied.
type AblationConfig struct {
	// Base has all other settings. Optimizer replaces its optimisers.
	Base Config `json:"base" bounds:"-"`
	// Optimizer trains both students.
	Optimizer igbo.Optimizer `json:"optimizer"`
	Alphas    []float64      `json:"alphas" bounds:"distinct"`
	Lambdas   []float64      `json:"lambdas" bounds:"distinct"`
	Rs        []float64      `json:"rs" bounds:"distinct"`
}

// DefaultAblationConfig returns α from 0.5 to 0.9, λ from 0.1 to 0.9 and r = ½, 1, 2, with SGD at 1e-2 for both students.
func DefaultAblationConfig(base Config) AblationConfig {
	return AblationConfig{
		Base: base, Optimizer: sgdPlain,
		Alphas: []float64{0.5, 0.6, 0.7, 0.8, 0.9}, Lambdas: []float64{0.1, 0.3, 0.5, 0.7, 0.9}, Rs: []float64{0.5, 1, 2},
	}
}

// Validate checks every cell of the grid.
func (c AblationConfig) Validate() error {
	if err := study.Check("teacherstudent: ablation", c); err != nil {
		return err
	}
	if err := limits.Each(c.cells(), Config.Validate); err != nil {
		return err
	}
	students := float64(len(c.Alphas)*len(c.Lambdas)*len(c.Rs)) * float64(c.Base.Seeds)
	scores := 8 * float64(c.Base.Task.Validation) * float64(c.Base.Task.Features)
	return limits.Memory(append(c.Base.Needs(), limits.Need{What: fmt.Sprintf("%g students of the grid", students), Bytes: students * (limits.ModelBytes + scores)})...)
}

// cells lists the configurations of the grid. α changes slowest and r fastest.
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

// AblationRow is the result of one cell of the grid over seeds.
type AblationRow struct {
	Alpha  float64 `json:"alpha"`
	Lambda float64 `json:"lambda"`
	R      float64 `json:"r"`
	// Edges is the number of edges, and EmptyDAGs the number of seeds without any edge.
	Edges     *study.Stat `json:"edges"`
	EmptyDAGs int         `json:"empty_dags"`
	// The results of the two students, which are trained identically.
	BaselineMSE  *study.Stat `json:"baseline_val_mse"`
	IGBOMSE      *study.Stat `json:"igbo_val_mse"`
	Reduction    *study.Stat `json:"mse_reduction"`
	BaselineLoss *study.Stat `json:"baseline_interpretability_loss"`
	IGBOLoss     *study.Stat `json:"igbo_interpretability_loss"`
	BaselineKept *study.Stat `json:"baseline_edges_satisfied_share"`
	IGBOKept     *study.Stat `json:"igbo_edges_satisfied_share"`
	Conflicts    *study.Stat `json:"conflict_share"`
	// Note reports DAGs without an edge.
	Note string `json:"note"`
}

// Ablation is the result of the grid.
type Ablation struct {
	Config AblationConfig `json:"config"`
	Rows   []AblationRow  `json:"rows"`
}

// AblationDefinition returns the definition of the study.
func AblationDefinition() study.Definition {
	return study.Define(study.Definition{
		Name: "ablation", Seeds: "base.seeds", NeedsBackend: true,
		Question: "Is there any α, λ and r for which the order helps the paper's student?",
		Results:  committed, Prefix: "ablation",
		Brief: []string{"base.seeds=2", "base.epochs=2", "base.attribution.points=2", "alphas=0.5,0.99", "lambdas=0.5", "rs=1"},
		// The grid replaces α, λ, r and the optimisers of its base.
		Folded: []string{"Base.Alpha", "Base.Lambda", "Base.R", "Base.Optimizers"},
	}, func() AblationConfig { return DefaultAblationConfig(DefaultConfig()) })
}

// Cells implements workflow.Study: an IGBO student for every cell of the grid and seed, and one baseline for each seed. A DAG
// without edges, which is common at α ≥ 0.8, is a valid result: H = 0 and every step follows g1. This student equals the
// baseline and is not trained again.
func (c AblationConfig) Cells(p *workflow.Plan) (func(*workflow.Parts) (*Ablation, error), error) {
	grid := c.cells()
	students := make([][]gridPart, len(grid))
	for i, cell := range grid {
		for j := range cell.Seeds {
			seed := cell.Seed0 + int64(j)
			baseline, guided := cell.pair(p, seed, c.Optimizer)
			students[i] = append(students[i], gridPart{seed, cell.Teach(p, seed), baseline, guided})
		}
	}
	return func(parts *workflow.Parts) (*Ablation, error) {
		rows, err := study.Try(grid, func(i int, cell Config) (AblationRow, error) { return cell.ablationRow(students[i], parts) })
		if err != nil {
			return nil, err
		}
		return &Ablation{Config: c, Rows: rows}, nil
	}, nil
}

// gridPart is the part of one seed in a cell of the grid.
type gridPart struct {
	seed             int64
	teacher          workflow.Part[Teacher]
	baseline, guided workflow.Part[Student]
}

// ablationRow measures every student against the cell's DAGs.
func (c Config) ablationRow(seeds []gridPart, parts *workflow.Parts) (AblationRow, error) {
	var found [][9]float64
	row := AblationRow{Alpha: c.Alpha, Lambda: c.Lambda, R: c.R}
	for _, s := range seeds {
		order, err := c.Order(s.seed).Build(s.teacher.Of(parts))
		if err != nil {
			return row, err
		}
		if len(order.Edges) == 0 {
			row.EmptyDAGs++
		}
		values, err := gridValues(s.baseline.Of(parts), s.guided.Of(parts), order)
		if err != nil {
			return row, err
		}
		found = append(found, values)
	}
	for j, stat := range []**study.Stat{
		&row.Edges, &row.BaselineMSE, &row.IGBOMSE, &row.Reduction, &row.BaselineLoss, &row.IGBOLoss,
		&row.BaselineKept, &row.IGBOKept, &row.Conflicts,
	} {
		*stat = study.NewStat(study.Each(found, func(values [9]float64) float64 { return values[j] }))
	}
	if row.EmptyDAGs > 0 {
		row.Note = fmt.Sprintf("no edge in %d of %d seeds: H = 0, step on g1", row.EmptyDAGs, c.Seeds)
	}
	return row, nil
}

func gridValues(base, guided Student, order *dag.DAG) (values [9]float64, err error) {
	without, err := objective.Evaluate(base.Scores, order)
	if err != nil {
		return values, err
	}
	with, err := objective.Evaluate(guided.Scores, order)
	return [9]float64{
		float64(len(order.Edges)), base.MSE, guided.MSE, 1 - guided.MSE/base.MSE,
		without.Loss, with.Loss, without.Share(), with.Share(), guided.Conflicts,
	}, err
}
