package notebook

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// model shows the parts of a trained model.
func model(m *igbo.Model) error {
	t, err := modelTable(m)
	if err != nil {
		return err
	}
	return table(t)
}

func modelTable(m *igbo.Model) (tabulate.Table, error) {
	shapes, err := m.Shapes()
	if err != nil {
		return tabulate.Table{}, err
	}
	parameters, variables := 0, []string{}
	for _, path := range slices.Sorted(maps.Keys(shapes)) {
		parameters += shapes[path].Size()
		variables = append(variables, fmt.Sprintf("%s %v", path, shapes[path].Dimensions))
	}
	order := "none"
	if m.DAG != nil {
		order = fmt.Sprintf("%d edges", len(m.DAG.Edges))
	}
	cfg := m.Config
	return tabulate.Table{
		Name: "model", Header: []string{"model", string(cfg.Model.Kind)},
		Rows: [][]string{
			{"features D", fmt.Sprintf("%d: %s", len(m.Features), strings.Join(m.Features, ", "))},
			{"steps T", fmt.Sprint(m.Steps)},
			{"parameters", fmt.Sprint(parameters)},
			{"shapes", strings.Join(variables, ", ")},
			{"order", order},
			{"settings", fmt.Sprintf("%d epochs, batches of %d, %s at %g, rule %s, seed %d",
				cfg.Epochs, cfg.BatchSize, cfg.Optimizer.Name, cfg.Optimizer.LearningRate, cfg.Rule, cfg.Seed)},
		},
	}, nil
}

// training shows the model of a training and how it ended.
func training(r *igbo.Result) error {
	t, err := modelTable(r.Model)
	if err != nil {
		return err
	}
	t.Rows = append(t.Rows, []string{"steps taken", fmt.Sprint(r.Steps)})
	if r.History != nil && len(r.History.Steps) > 0 {
		last := r.History.Steps[len(r.History.Steps)-1]
		t.Rows = append(t.Rows, []string{"last step", fmt.Sprintf("L = %.4g, H = %.4g", last.TaskLoss, last.SecondLoss)})
	}
	if r.Stopped != "" {
		t.Rows = append(t.Rows, []string{"stopped", r.Stopped})
	}
	return table(t)
}
