package igbo

import (
	"fmt"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// TestShapes checks the shapes of a linear model with four features.
func TestShapes(t *testing.T) {
	cfg, data, _ := modeltest.Small(t)
	cfg.Epochs = 1
	shapes := must.Of(mustTrain(t, cfg, data, nil).Model.Shapes()).In(t)
	size := 0
	for path, shape := range shapes {
		size += shape.Size()
		t.Log(path, shape)
	}
	if want := len(data.Features) + 1; size != want || len(shapes) != 2 {
		t.Errorf("%d parameters in %s, want %d in two variables", size, fmt.Sprint(shapes), want)
	}
}
