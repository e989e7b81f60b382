package verdict

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/named"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/table"
)

// Ask makes a study of a table: whether an order, the text of a file that ParseOrder reads ("" for
// none), helps a model to predict the spec's target. Settings are those of DefaultConfig; Config.Gate and
// how the study trains may be changed, not its folds. The encoding was learned from all rows.
//
//	s, e, err := verdict.Ask(models.LinearSpec(), t, table.DefaultSpec("price"), "ranks: [[size, age]]")
//	v, err := study.Run(ctx, backend, s, study.Options{})
//
// Errors: those of FromTable and of ParseOrder.
func Ask(model models.Spec, t *table.Table, spec table.Spec, order string) (Study, *table.Encoding, error) {
	e, err := table.Fit(t, nil, spec)
	if err != nil {
		return Study{}, nil, fmt.Errorf("verdict: %w", named.Once("verdict", err))
	}
	_, names := e.Groups()
	d, err := dag.New(names, nil, nil, nil)
	if order != "" {
		d, err = ParseOrder("the order", []byte(order), names, dag.AbsoluteScore)
	}
	if err != nil {
		return Study{}, nil, err
	}
	s := Study{Config: DefaultConfig(model, len(e.Classes()))}
	s.Problem, e, err = FromTable(s.Config, t, spec, spec.SplitOptions(t, s.Config.Seed), Fixed(d))
	return s, e, err
}
