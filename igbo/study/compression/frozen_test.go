package compression

import (
	_ "embed"
	"encoding/json"
	"testing"
)

//go:embed testdata/development.json
var development []byte

// TestFrozen: the weight decays are those of the least mean error on the development draws, among all that were tried.
func TestFrozen(t *testing.T) {
	var found map[string]map[string][]struct{ Strength, Error float64 }
	if err := json.Unmarshal(development, &found); err != nil {
		t.Fatal(err)
	}
	for _, s := range DevelopmentConfig().Students {
		for _, m := range s.Methods {
			rows := found[s.Name][m.Name]
			if len(rows) != len(m.Decays) {
				t.Fatalf("%s, %s: %d weight decays, want %d", s.Name, m.Name, len(rows), len(m.Decays))
			}
			best := rows[0]
			for i, row := range rows {
				if row.Strength != m.Decays[i] {
					t.Errorf("%s, %s: weight decay %g, want %g", s.Name, m.Name, row.Strength, m.Decays[i])
				}
				if row.Error < best.Error {
					best = row
				}
			}
			if got := frozen[s.Name][m.Name]; got != best.Strength {
				t.Errorf("%s, %s: frozen at %g, best at %g", s.Name, m.Name, got, best.Strength)
			}
		}
	}
}
