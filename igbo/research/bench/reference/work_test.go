package reference

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

func TestWorkFiles(t *testing.T) {
	dir, w := t.TempDir(), NewWork(map[string]any{"points": 3})
	w.Add("a", []float64{1, 2, 3, 4, 5, 6}, 2, 3)
	w.Add("b", []float64{0.5})
	must.Do(t, w.Write(dir))
	text := must.Of(os.ReadFile(filepath.Join(dir, "work.json"))).In(t)
	if want := `{"settings":{"points":3},"arrays":[{"name":"a","shape":[2,3],"offset":0},{"name":"b","shape":[],"offset":6}]}`; string(text) != want {
		t.Errorf("work.json is %s, want %s", text, want)
	}
	flat, err := os.ReadFile(filepath.Join(dir, "work.bin"))
	if err != nil || len(flat) != 28 || math.Float32frombits(binary.LittleEndian.Uint32(flat[24:])) != 0.5 {
		t.Errorf("work.bin holds %v (%v), want 7 numbers that end with 0.5", flat, err)
	}
}
