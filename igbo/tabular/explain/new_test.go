package explain

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/tabular/explainer"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// TestNew checks that a model and a table in memory give the same explanation as their files, and
// that a table with another encoding is rejected.
func TestNew(t *testing.T) {
	data := dataFile(t, 60, true)
	folder := savedModel(t, data, true)
	want := mustOpen(t, folder, data, Options{})
	text := must.Of(os.ReadFile(filepath.Join(folder, explainer.EncodingFile))).In(t)
	var e encode.Encoding
	must.Do(t, json.Unmarshal(text, &e))
	read := must.Of(table.Read(context.Background(), data, table.DefaultReadOptions())).In(t)
	s := must.Of(New(backendtest.Open(t), want.Model, &e, read)).In(t)
	a, b := mustExplain(t, want, DefaultConfig()), mustExplain(t, s, DefaultConfig())
	if a.Text() != b.Text() || b.Target != "y" || b.Data != data {
		t.Errorf("in memory %s\nfrom files %s", b.Text(), a.Text())
	}
	spec := encode.DefaultSpec("y")
	spec.Drop = []string{"c"}
	other := must.Of(encode.Fit(read, nil, spec)).In(t)
	for name, c := range map[string]struct {
		e    *encode.Encoding
		t    *table.Table
		want string
	}{"other columns": {other, read, "want the model's"}, "no table": {&e, nil, "are required"}} {
		if _, err := New(backendtest.Open(t), want.Model, c.e, c.t); err == nil || !strings.HasPrefix(err.Error(), "explain: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
