package trained_test

import (
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/exported"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/settings"
	"github.com/igbolab/igbolab/igbo/trained"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// TestExportedFunctionsNameWhatIsWrong calls exported functions with invalid models, files that are not models,
// and settings and data that do not match.
func TestExportedFunctionsNameWhatIsWrong(t *testing.T) {
	b := backendtest.Open(t)
	cfg, data, order := modeltest.Small(t)
	model := func(call func(m *trained.Model) error) exported.Call {
		return exported.Bad(func() error { return call(nil) }, func() error { return call(&trained.Model{}) })
	}
	begins := func(m *trained.Model) func() error { return func() error { return m.Begin(b, 1) } }
	exported.Check(t, map[string]exported.Call{
		"New": exported.Bad(func() error { _, err := trained.New(nil, cfg, data.Features, 1); return err }, func() error { _, err := trained.New(b, cfg, nil, 1); return err },
			func() error { _, err := trained.New(b, settings.Config{}, data.Features, 1); return err }),
		"For": exported.Bad(func() error { _, err := trained.For(nil, cfg, data, order, nil); return err }, func() error { _, err := trained.For(b, settings.Config{}, data, nil, nil); return err },
			func() error { _, err := trained.For(b, cfg, samples.Data{}, nil, nil); return err }, func() error { _, err := trained.For(b, cfg, data, &dag.DAG{}, nil); return err }),
		"Model.Begin":        exported.Bad(begins(&trained.Model{}), begins(&trained.Model{Config: cfg, DAG: &dag.DAG{Features: []string{"a"}}})),
		"Model.CheckDAG":     exported.Bad(func() error { return (&trained.Model{}).CheckDAG(order) }),
		"Load":               exported.Bad(func() error { _, err := trained.Load(b, t.TempDir(), nil); return err }),
		"Files.Open":         exported.Bad(func() error { _, err := trained.Files(nil).Open(nil, nil); return err }),
		"Replaceable":        exported.Bad(func() error { return trained.Replaceable(t.TempDir()) }),
		"Model.Ready":        model((*trained.Model).Ready),
		"Model.Save":         model(func(m *trained.Model) error { return m.Save(t.TempDir(), nil) }),
		"Model.Files":        model(func(m *trained.Model) error { _, err := m.Files(); return err }),
		"Model.Shapes":       model(func(m *trained.Model) error { _, err := m.Shapes(); return err }),
		"Model.Variables":    model(func(m *trained.Model) error { _, err := m.Variables(); return err }),
		"Model.Members":      model(func(m *trained.Model) error { _, err := m.Members(); return err }),
		"Average":            exported.Bad(func() error { _, err := trained.Average(nil); return err }, func() error { _, err := trained.Average(make([]*trained.Model, 2)); return err }),
		"Model.SetVariables": model(func(m *trained.Model) error { return m.SetVariables(nil) }),
		"Model.Outputs":      exported.Total("0 for a model that is none"),
		"Model.Backend":      exported.Total("nil for a model that is none"), "Model.Store": exported.Total("nil for a model that is none"), "Model.Function": exported.Total("nil for a model that is none"),
		"Model.OwnObjective": exported.Total("of a model that is ready"), "Model.Constrained": exported.Total("of a model that is ready"), "Model.Attributed": exported.Total("of a model that is ready"),
		"Model.Scaled":      exported.Bad(func() error { _, err := (&trained.Model{}).Scaled(data, 0); return err }),
		"Model.Restore":     exported.Total("of outputs of the model"),
		"Model.CheckOutput": exported.Total("of a model that is ready"), "Model.CheckTargets": exported.Total("of a model that is ready"),
	}, "architecture.go", "files.go", "format.go", "variables.go") // these require a ready model
}
