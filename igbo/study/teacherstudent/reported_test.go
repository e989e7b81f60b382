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
