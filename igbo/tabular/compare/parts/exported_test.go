package parts

import (
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/exported"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/samples/fold"
)

// TestExportedFunctionsNameWhatIsWrong checks the errors for nil, zero values and invalid values.
func TestExportedFunctionsNameWhatIsWrong(t *testing.T) {
	data := samples.Data{Features: []string{"a"}, Steps: 1, X: []float64{1, 2, 3}, Y: []float64{1, 2, 3}}
	from := must.Of(InMemory(data, nil)).In(t)
	all := must.Of(New(from, fold.Rows{}, nil, func(samples.Data) error { return nil }, func(samples.Data, []int) ([]byte, error) { return []byte("{}"), nil })).In(t)
	two := data
	two.Outputs, two.Y = 2, make([]float64, 6)
	exported.Check(t, map[string]exported.Call{
		"InMemory": exported.Bad(func() error { _, err := InMemory(samples.Data{}, nil); return err }, func() error { _, err := InMemory(two, nil); return err },
			func() error { _, err := InMemory(data, []int{1}); return err }),
		"OfTable": exported.Total("looked at where rows are taken"), "Digest": exported.Bad(func() error { _, err := Digest(nil); return err }),
		"New":        exported.Bad(func() error { _, err := New(nil, fold.Rows{}, nil, nil, nil); return err }),
		"Part.Train": exported.Bad(func() error { _, err := Part{}.Train(); return err }), "Part.Test": exported.Bad(func() error { _, err := Part{}.Test(); return err }, func() error { _, err := all.Test(); return err }),
		"Part.TrainIn": exported.Bad(func() error { _, _, err := Part{}.TrainIn(nil); return err }), "Part.TestIn": exported.Bad(func() error { _, err := all.TestIn(nil); return err }),
		"Part.TestUnits": exported.Bad(func() error { _, err := Part{}.TestUnits(); return err }, func() error { _, err := all.TestUnits(); return err }),
		"Part.Clusters":  exported.Bad(func() error { _, err := Part{}.Clusters(); return err }), "Part.Space": exported.Total("the heap of none"),
		"Part.CheckDirections": exported.Total("any that New made"),
		"Part.Features":        exported.Total("none of none"), "Part.Samples": exported.Total("0 of none"), "Part.PartDigest": exported.Total("none of none"),
	})
}

// TestTestUnits checks that samples of one cluster have the same number in every fold, and that,
// without clusters, each sample has a different one.
func TestTestUnits(t *testing.T) {
	data := samples.Data{Features: []string{"a"}, Steps: 1, X: []float64{1, 2, 3, 4}, Y: []float64{1, 2, 3, 4}}
	anything, none := func(samples.Data) error { return nil }, func(samples.Data, []int) ([]byte, error) { return []byte("{}"), nil }
	for _, c := range []struct {
		clusters []int
		want     []float64
	}{{nil, []float64{1, 3}}, {[]int{7, 8, 7, 8}, []float64{8, 8}}} {
		from := must.Of(InMemory(data, c.clusters)).In(t)
		part := must.Of(New(from, fold.Rows{Train: []int{0, 2}, Test: []int{1, 3}}, nil, anything, none)).In(t)
		if got := must.Of(part.TestUnits()).In(t); !slices.Equal(got, c.want) {
			t.Errorf("clusters %v: %v, want %v", c.clusters, got, c.want)
		}
	}
}
