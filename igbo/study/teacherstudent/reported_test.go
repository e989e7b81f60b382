package teacherstudent

import (
	"reflect"
	"testing"
)

// TestCommittedResult: result.json is of the default settings, and has every row that they ask for.
func TestCommittedResult(t *testing.T) {
	r, err := Reported()
	if err != nil {
		t.Fatal(err)
	}
	if want := DefaultConfig(); !reflect.DeepEqual(r.Config, want) {
		t.Errorf("settings %+v, want %+v", r.Config, want)
	}
	if want := 2 + 2*len(r.Config.Optimizers); len(r.Rows) != want || len(r.DAG) != r.Config.Seeds || len(r.Comparisons) != len(r.Config.Optimizers)+1 {
		t.Errorf("%d rows, %d orders, %d comparisons, want %d rows", len(r.Rows), len(r.DAG), len(r.Comparisons), want)
	}
	for _, row := range r.Rows {
		if len(row.ValMSE.Values) != r.Config.Seeds {
			t.Errorf("%s: %d seeds, want %d", row.Name, len(row.ValMSE.Values), r.Config.Seeds)
		}
	}
}

// TestCommittedAblation: ablation.json is of the default grid, and has each of its cells.
func TestCommittedAblation(t *testing.T) {
	a, err := ReportedAblation()
	if err != nil {
		t.Fatal(err)
	}
	if want := DefaultAblationConfig(DefaultConfig()); !reflect.DeepEqual(a.Config, want) {
		t.Errorf("settings %+v, want %+v", a.Config, want)
	}
	if want := len(a.Config.Alphas) * len(a.Config.Lambdas) * len(a.Config.Rs); len(a.Rows) != want {
		t.Errorf("%d rows, want %d", len(a.Rows), want)
	}
}
