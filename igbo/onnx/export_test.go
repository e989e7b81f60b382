package onnx

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/ml/layers/activation"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/onnx/export"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
	"github.com/igbolab/igbolab/igbo/task"
)

// visits returns a table with every kind of column, missing values, rare categories, and dates before and after
// 1970.
func visits(t testing.TB, rows int) *table.Table {
	t.Helper()
	draw := rand.New(rand.NewPCG(3, 1))
	var b strings.Builder
	b.WriteString("patient,step,dose,weight,site,drug,smoker,when,effect,class,two\n")
	either := func(empty float64, text string) string {
		if draw.Float64() < empty {
			return ""
		}
		return text
	}
	for i := range rows {
		year, drug := 1896+draw.IntN(220), []string{"a", "b", "c \"quoted\"", "ü, d"}[draw.IntN(4)]
		if i == 1 {
			drug = "rare"
		}
		fmt.Fprintf(&b, "p%d,%d,%s,%.3f,%s,%s,%v,%d-%02d-%02dT%02d:%02d:00Z,%.3f,%s,%v\n", i/4, i%4, either(.2, fmt.Sprintf("%.3f", draw.NormFloat64()*40)), 70+draw.NormFloat64()*9,
			either(.2, []string{"north", "south"}[draw.IntN(2)]), "\""+strings.ReplaceAll(drug, "\"", "\"\"")+"\"", draw.IntN(2) == 0,
			year, 1+draw.IntN(12), 1+draw.IntN(28), draw.IntN(24), draw.IntN(60), draw.NormFloat64()*3+10, []string{"low", "mid", "high"}[draw.IntN(3)], draw.IntN(2) == 0)
	}
	return must.Of(table.ReadFrom(context.Background(), "visits.csv", strings.NewReader(b.String()), table.DefaultReadOptions())).In(t)
}

// An exportCase is a model and its table.
type exportCase struct {
	name    string
	model   models.Spec
	dtype   string
	target  string
	loss    task.Kind
	outputs int
}

// exportCases returns every kind of model in both precisions, every loss, and every activation.
func exportCases(t testing.TB) (list []exportCase) {
	for _, kind := range models.Kinds() {
		for _, dtype := range []string{"float32", "float64"} {
			spec := must.Of(models.DefaultSpec(kind)).In(t)
			c := exportCase{fmt.Sprintf("%s_%s", kind, dtype), spec, dtype, "effect", task.KindSquared, 1}
			list = append(list, c)
			c.name, c.target, c.loss, c.outputs = c.name+"_classes", "class", task.KindSoftmax, 3
			list = append(list, c)
		}
	}
	two, _ := models.DefaultSpec(models.KindLinear)
	list = append(list, exportCase{"two_classes", two, "float64", "two", task.KindLogistic, 1}, exportCase{"counts", two, "float64", "effect", task.KindPoisson, 1})
	several, classes, probable := two, two, two
	several.Members, classes.Members, probable.Members, probable.Mean = 4, 3, 5, models.MeanProbability
	list = append(list, exportCase{"members", several, "float64", "effect", task.KindSquared, 1}, exportCase{"members_classes", classes, "float32", "class", task.KindSoftmax, 3},
		exportCase{"members_two_classes", probable, "float64", "two", task.KindLogistic, 1})
	for i, kind := range models.Kinds()[1:] { // ensembles, with every loss
		spec := must.Of(models.DefaultSpec(kind)).In(t)
		spec.Members = 3
		c := exportCase{"members_" + string(kind), spec, "float64", "effect", task.KindSquared, 1}
		switch i % 3 {
		case 1:
			c.target, c.loss, c.outputs, c.model.Mean = "class", task.KindSoftmax, 3, models.MeanProbability
		case 2:
			c.target, c.loss, c.model.Mean = "two", task.KindLogistic, models.MeanProbability
		}
		list = append(list, c)
	}
	for _, name := range activation.TypeStrings() {
		list = append(list, exportCase{"activation_" + name, models.MLPSpec(models.MLPConfig{Hidden: []int{8, 6}, Activation: name}), "float64", "effect", task.KindSquared, 1})
	}
	return list
}

// made returns the case's model with random weights and units, its encoding, and the samples of the table.
func (c exportCase) made(t testing.TB, from *table.Table) (*igbo.Model, *encode.Encoding, *encode.Encoded) {
	t.Helper()
	spec := encode.DefaultSpec(c.target)
	spec.Missing, spec.Unseen, spec.Rare, spec.Dates = encode.MeanIndicator, encode.Other, 2, encode.Parts()
	spec.Features = []string{"dose", "weight", "site", "drug", "smoker", "when"}
	if k := c.model.Kind; k != models.KindLinear && k != models.KindMLP {
		spec.ID, spec.Time = "patient", "step"
	}
	e := must.Of(encode.Fit(from, nil, spec)).In(t)
	s := must.Of(e.Encode(from, nil)).In(t)
	cfg := igbo.DefaultConfig()
	cfg.Model, cfg.DType, cfg.Loss.Kind, cfg.Model.Outputs = c.model, c.dtype, c.loss, c.outputs
	m := must.Of(igbo.New(backendtest.Open(t), cfg, s.Features, s.Steps)).In(t)
	m.Normalization = samples.Standardization(s.View(nil), c.loss == task.KindSquared)
	return m, e, s
}

// TestExportIsReadBack checks that a model that is exported and read back has the same responses, table, units
// and loss. If IGBOLAB_ONNX_EXPORTED is set, the files and their inputs and outputs are left in that folder;
// .ci/onnx runs them in ONNX Runtime.
func TestExportIsReadBack(t *testing.T) {
	from, folder, kept := visits(t, 40), t.TempDir(), os.Getenv("IGBOLAB_ONNX_EXPORTED")
	if kept != "" {
		folder = kept
	}
	for _, c := range exportCases(t) {
		t.Run(c.name, func(t *testing.T) {
			m, e, s := c.made(t, from)
			content := must.Of(export.Model(m, e)).In(t)
			file := filepath.Join(folder, c.name+".onnx")
			must.Do(t, os.WriteFile(file, content, 0o666))
			data := s.Data
			want := must.Of(m.Response(data)).In(t)
			x := must.Of(OpenExported(backendtest.Open(t), file)).In(t)
			got := must.Of(x.Model.Response(data)).In(t)
			tolerance := map[string]float64{"float32": 2e-6, "float64": 1e-6}[c.dtype]
			for i := range want {
				if !(math.Abs(got[i]-want[i]) <= tolerance*(1+math.Abs(want[i]))) {
					t.Fatalf("%g at %d, want %g", got[i], i, want[i])
				}
			}
			if s.Steps > 1 {
				alikePadded(t, m, x.Model, data, tolerance)
			}
			if len(x.Encoding.Columns) != len(e.Columns) || !x.Model.Config.Loss.Is(c.loss) || x.Encoding.Steps != s.Steps {
				t.Errorf("read back with the table %+v and the loss %s", x.Encoding, x.Model.Config.Loss)
			}
			if kept != "" {
				keepExported(t, filepath.Join(folder, c.name+".json"), e, from, s, want)
			}
		})
	}
}

// alikePadded checks that both models predict padded series alike, and compares scores where they are cheap to
// compute. A valid step after a gap must be rejected because the file cannot represent gaps.
func alikePadded(t *testing.T, m, read *igbo.Model, data igbo.Data, tolerance float64) {
	t.Helper()
	data.X, data.Mask = slices.Clone(data.X), make([]bool, len(data.Y))
	for i := range data.Mask {
		data.Mask[i] = i%data.Steps <= i/data.Steps%data.Steps
		for j := i * len(data.Features); !data.Mask[i] && j < (i+1)*len(data.Features); j++ {
			data.X[j] = 1e6
		}
	}
	compare := func(of func(m *igbo.Model) ([]float64, error)) {
		t.Helper()
		want := must.Of(of(m)).In(t)
		got := must.Of(of(read)).In(t)
		for i := range want {
			if !(math.Abs(got[i]-want[i]) <= tolerance*(1+math.Abs(want[i]))) {
				t.Fatalf("padded: %g at %d, want %g", got[i], i, want[i])
			}
		}
	}
	compare(func(m *igbo.Model) ([]float64, error) { return m.Response(data) })
	if m.Outputs() == 1 && m.Config.DType == "float64" && m.Config.Model.Members < 2 {
		compare(func(m *igbo.Model) ([]float64, error) {
			h, err := m.Scores(data)
			if err != nil {
				return nil, err
			}
			return h.RawMatrix().Data, nil
		})
	}
	data.Mask[data.Steps+1], data.Mask[data.Steps] = true, false
	if y, err := read.Response(data); err == nil {
		t.Errorf("a gap before a valid step: predicted %g: want an error", y[data.Steps+1])
	} else {
		t.Log(err)
	}
}

// TestExportRefuses checks that what cannot be exported is named, and that metadata that do not match the graph
// are rejected.
func TestExportRefuses(t *testing.T) {
	from := visits(t, 8)
	c := exportCases(t)[0]
	m, e, _ := c.made(t, from)
	other := *e
	other.Columns = other.Columns[1:]
	function := *m
	function.Config.Model = models.CustomSpec("mine")
	loss := *m
	loss.Config.Loss = task.Loss{Kind: task.KindCustom, Name: "mine"}
	for want, err := range map[string]error{
		"the model is nil": second(export.Model(nil, e)),
		"the encoding must have the features of the model": second(export.Model(m, &other)),
		"model \"mine\" of kind custom is a Go function":   second(export.Model(&function, e)),
		"the loss mine is a Go function":                   second(export.Model(&loss, e)),
	} {
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "onnx: exporting: ") {
			t.Errorf("%v, want %q", err, want)
		}
	}
	content := must.Of(export.Model(m, e)).In(t)
	file := filepath.Join(t.TempDir(), "m.onnx")
	for _, damage := range []struct {
		from, to, want string
		times          int
	}{
		{export.Raw, "igbo/war", "", -1},
		{`"steps":1`, `"steps":2`, "do not fit its columns or its operations", -1},
		{`{"format":1`, `{"format":2`, "has format 2, want 1 (export it again)", 1},
		{`{"format":1`, `{"format":[`, "reading its metadata \"igbo\": ", 1},
	} {
		must.Do(t, os.WriteFile(file, []byte(strings.Replace(string(content), damage.from, damage.to, damage.times)), 0o666))
		if _, err := OpenExported(backendtest.Open(t), file); err == nil || strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "<nil>") || !strings.Contains(err.Error(), damage.want) {
			t.Errorf("%s: %v, want an error of one line with %q", damage.to, err, damage.want)
		} else {
			t.Log(err)
		}
	}
}

func second(_ []byte, err error) error { return err }

// keepExported writes the inputs for ONNX Runtime and the expected outputs.
func keepExported(t *testing.T, file string, e *encode.Encoding, from *table.Table, s *encode.Encoded, want []float64) {
	inputs := map[string][][]any{}
	for _, c := range e.Columns {
		column := from.Column(c.Name)
		for _, rows := range s.TableRows {
			var list []any
			for _, row := range rows {
				switch {
				case c.Kind == cell.Category && column.Missing(row):
					list = append(list, "")
				case c.Kind == cell.Category:
					list = append(list, column.Text(row))
				case column.Missing(row):
					list = append(list, nil)
				default:
					list = append(list, column.Values[row])
				}
			}
			inputs[c.Name] = append(inputs[c.Name], list)
		}
	}
	text, err := json.Marshal(map[string]any{"inputs": inputs, "classes": e.Classes(), "response": want})
	if err == nil {
		err = os.WriteFile(file, text, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}
