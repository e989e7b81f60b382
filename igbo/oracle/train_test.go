package oracle

import (
	"math"
	"testing"
	"time"
)

func TestFirst(t *testing.T) {
	data := bowl(512, 1)
	a := newKernels(t, data, 256, 0.15)
	start := time.Now()
	r := mustTrain(t, DefaultConfig(), data, a)
	t.Log(time.Since(start), r.Steps)
	for _, i := range []int{0, 100, 300, 999} {
		s := r.History.Steps[i]
		t.Logf("%+v", s)
	}
	p, err := r.Oracle.Path(9)
	if err != nil {
		t.Fatal(err)
	}
	_ = p
	_ = math.Pi
}
