package igbo

import (
	"fmt"
	"testing"

	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// TestShapes: those of a linear model of four features.
func TestShapes(t *testing.T) {
	cfg, data, _ := modeltest.Small(t)
	cfg.Epochs = 1
	shapes, err := mustTrain(t, cfg, data, nil).Model.Shapes()
	if err != nil {
		t.Fatal(err)
	}
	size := 0
	for path, shape := range shapes {
		size += shape.Size()
		t.Log(path, shape)
	}
	if want := len(data.Features) + 1; size != want || len(shapes) != 2 {
		t.Errorf("%d parameters in %s, want %d in two variables", size, fmt.Sprint(shapes), want)
	}
}
