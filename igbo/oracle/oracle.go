package oracle

import (
	"errors"
	"fmt"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/internal/wide"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
)

// An Oracle is a trained routing oracle: a recurrent network G that returns K anchors between a baseline X′ and
// an input X. The path through the anchors stays close to the data (paper, section "Routing Oracle"). Points
// are flattened to n = T·D numbers. With p_0 = X′, h_0 = 0 and rem = K − i + 1,
//
//	z_i = [rem/K, 1/(rem+1), X, p_{i−1}, h_{i−1}]
//	h_i = tanh(r_hidden(z_i))
//	p_i = r_output(z_i)                                               (free, as in the paper)
//	p_i = p_{i−1} + (X − p_{i−1})/(rem+1) + 2/(K+1)·δ·r_output(z_i)   (bridge)
//
// where δ = ‖X − X′‖/√n, r_hidden has one layer and r_output has two. Every path ends exactly at X. In the
// bridge form, r_output = 0 gives the straight line in equal steps, for any K.
//
// The oracle works in its own units, in which each feature of its training data has mean 0 and standard
// deviation 1. Its weights and those of the assessor are constants in the graph of a path.
type Oracle struct {
	// Config holds the training settings.
	Config Config
	// Features names the D features. Steps is T.
	Features []string
	Steps    int
	// Shift and Scale map each feature to the oracle's units: (x − shift)/scale.
	Shift, Scale []float64
	// Data is the SHA-256 of the training inputs.
	Data string
	// Assessor is the assessor that was used in training.
	Assessor assessor.Assessor

	backend compute.Backend
	weights [][]float64 // by names
	digest  string
}

// errUntrained is the error for an oracle without weights.
var errUntrained = errors.New("oracle: the oracle was neither trained nor loaded (use Train or Load)")

// ready returns an error if the oracle was neither trained nor loaded.
func (o *Oracle) ready() error {
	if o == nil || o.weights == nil || o.backend == nil {
		return errUntrained
	}
	return nil
}

// size returns n = T·D.
func (o *Oracle) size() int { return o.Steps * len(o.Features) }

func (o *Oracle) generator() generator {
	return generator{o.Config.Form, o.size(), o.Config.Hidden, o.Config.State}
}

// toOracle converts points from the data's units to the oracle's.
func (o *Oracle) toOracle(points []float64) []float64 {
	d, scaled := len(o.Features), make([]float64, len(points))
	for i, v := range points {
		scaled[i] = (v - o.Shift[i%d]) / o.Scale[i%d]
	}
	return scaled
}

// take copies the weights from a trained model.
func (o *Oracle) take(m *igbo.Model) error {
	values, err := m.Variables()
	if err != nil {
		return fmt.Errorf("oracle: %w", err)
	}
	found := make([][]float64, len(names))
	for i, name := range names {
		for path, value := range values {
			if path != "/model/oracle/"+name {
				continue
			}
			if found[i], err = wide.Floats(value); err != nil {
				return fmt.Errorf("oracle: %w", err)
			}
		}
		if found[i] == nil {
			return fmt.Errorf("oracle: the trained network has no variable %s", name)
		}
	}
	o.weights = found
	return o.identify()
}
