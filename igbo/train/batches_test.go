package train

import (
	"reflect"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/samples"
)

// TestBatchesDeriveFromSeedAndEpoch checks that a run that starts in the middle uses the same
// batches as an uninterrupted one, that every epoch is a permutation, and that the last batch of an
// epoch holds the rest.
func TestBatchesDeriveFromSeedAndEpoch(t *testing.T) {
	data := samples.Data{Features: []string{"a", "b"}, Steps: 1}
	for i := range 8 {
		data.X, data.Y = append(data.X, float64(i), float64(10*i)), append(data.Y, float64(i))
	}
	b := &Batches{Data: data, Size: 3, Seed: 9, DType: dtypes.Float32}
	take := func(start, n int) (rows [][]float32) {
		from := *b
		from.Start = start
		for batch, err := range from.Iter() {
			if err != nil {
				t.Fatal(err)
			}
			y := tensors.MustCopyFlatData[float32](batch.Labels[0])
			for i, v := range tensors.MustCopyFlatData[float32](batch.Inputs[0]) {
				if want := y[i/2] * float32(1+9*(i%2)); v != want {
					t.Fatalf("inputs and targets are mixed up: %g beside %g", v, y[i/2])
				}
			}
			if rows = append(rows, y); len(rows) == n {
				break
			}
		}
		return rows
	}
	whole := take(0, 9)
	if !reflect.DeepEqual(whole[4:], take(4, 5)) {
		t.Error("a run from step 4 sees other batches")
	}
	if len(whole[2]) != 2 || reflect.DeepEqual(whole[0], whole[3]) {
		t.Errorf("batches %v: want a rest of 2 and a new order each epoch", whole)
	}
	seen := map[float32]int{}
	for _, batch := range whole {
		for _, v := range batch {
			seen[v]++
		}
	}
	for i := range 8 {
		if seen[float32(i)] != 3 {
			t.Errorf("sample %d was seen %d times in 3 epochs", i, seen[float32(i)])
		}
	}
}
