package notebook

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/study"
)

// model shows what a trained model is made of.
func model(m *igbo.Model) error {
	shapes, err := m.Shapes()
	if err != nil {
		return err
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
	return table(study.Table{
		Name: "model", Header: []string{"model", string(m.Config.Model.Kind)},
		Rows: [][]string{
			{"features D", fmt.Sprintf("%d: %s", len(m.Features), strings.Join(m.Features, ", "))},
			{"steps T", fmt.Sprint(m.Steps)},
			{"parameters", fmt.Sprint(parameters)},
			{"shapes", strings.Join(variables, ", ")},
			{"order", order},
			{"trained", fmt.Sprintf("%d epochs, batches of %d, %s at %g, rule %s, seed %d", m.Config.Epochs, m.Config.BatchSize,
				m.Config.Optimizer.Name, m.Config.Optimizer.LearningRate, m.Config.Rule, m.Config.Seed)},
		},
	})
}
