package train

import (
	"fmt"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/scan"
)

// TestStepsInOneCall: several steps a call leave the weights, moments, random
// state and records of single steps, bit by bit: with calls that do not divide
// the epoch, that are longer than it or than all steps, that end at boundaries,
// on rows by number and on batches side by side.
func TestStepsInOneCall(t *testing.T) {
	const steps = 19
	sources := map[string]func() given{"stacked": func() (all given) {
		for b, err := range rows().Iter() {
			if all = append(all, b); err != nil || len(all) == steps {
				break
			}
		}
		return all
	}}
	boundary := func(step int) bool { return step%5 == 0 }
	for name, source := range sources {
		single := newTraining(t)
		if err := single.driver(t, 1).Run(t.Context(), source(), 1, steps, nil, nil); err != nil {
			t.Fatal(err)
		}
		for _, k := range []int{3} {
			several := newTraining(t)
			if err := several.driver(t, k).Run(t.Context(), source(), 1, steps, boundary, nil); err != nil {
				t.Fatal(err)
			}
			several.same(t, fmt.Sprintf("%s, K = %d", name, k), single, 0)
		}
	}
	single := newTraining(t)
	if err := single.driver(t, 1).Run(t.Context(), rows(), 1, steps, nil, nil); err != nil {
		t.Fatal(err)
	}
	for _, k := range []int{3, 64} {
		d, calls := newTraining(t), []int{}
		driver := d.driver(t, k)
		if err := driver.Run(t.Context(), rows(), 1, steps, boundary, func(step int) error { calls = append(calls, step); return nil }); err != nil {
			t.Fatal(err)
		}
		d.same(t, fmt.Sprintf("rows, K = %d", k), single, 0)
		if len(calls) != steps || calls[0] != 1 || calls[steps-1] != steps {
			t.Errorf("K = %d: after was called for %v", k, calls)
		}
		loops := driver.programs[program{layout{1, 1}, gatheredSteps}] != nil
		if loops != scan.Supported(backendtest.Open(t)) {
			t.Errorf("K = %d: a loop was built: %v", k, loops)
		}
	}
}
