package oracle

import (
	"errors"
	"fmt"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/internal/wide"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
)

// Oracle is a trained routing oracle: a recurrent network G that lays K anchors from a
// baseline X′ to an input X, so that the path between them stays where data are (paper,
// section "Routing Oracle"). With points flattened to n = T·D numbers, p_0 = X′, h_0 = 0
// and rem = K − i + 1,
//
//	z_i = [rem/K, 1/(rem+1), X, p_{i−1}, h_{i−1}]
//	h_i = tanh(r_hidden(z_i))
//	p_i = r_output(z_i)                                               (free, the paper's)
//	p_i = p_{i−1} + (X − p_{i−1})/(rem+1) + 2/(K+1)·r_output(z_i)     (bridge)
//
// with r_hidden one layer and r_output two. The path ends at X exactly in both forms;
// in the bridge's the straight line with equal steps is r_output = 0, whatever K.
//
// It has units of its own, mean 0 and deviation 1 by feature on its training data. Its
// weights and the assessor's are frozen: constants of every graph that a path is built in.
type Oracle struct {
	// Config is what it was trained with.
	Config Config
	// Features names the D columns, Steps is T.
	Features []string
	Steps    int
	// Shift and Scale, by feature, map the data to its units: (x − shift)/scale.
	Shift, Scale []float64
	// Data is the SHA-256 of the inputs that it was trained on.
	Data string
	// Assessor is what it was trained by.
	Assessor assessor.Assessor

	backend compute.Backend
	weights [][]float64 // by names
	digest  string
}

// errUntrained is the error of an oracle that has no weights.
var errUntrained = errors.New("oracle: the oracle was neither trained nor loaded")

// ready is an error for an oracle that was neither trained nor loaded.
func (o *Oracle) ready() error {
	if o == nil || o.weights == nil || o.backend == nil {
		return errUntrained
	}
	return nil
}

// size is n = T·D.
func (o *Oracle) size() int { return o.Steps * len(o.Features) }

func (o *Oracle) generator() generator {
	return generator{o.Config.Form, o.size(), o.Config.Hidden, o.Config.State}
}

// toOracle brings points in the data's units into the oracle's.
func (o *Oracle) toOracle(points []float64) []float64 {
	d, scaled := len(o.Features), make([]float64, len(points))
	for i, v := range points {
		scaled[i] = (v - o.Shift[i%d]) / o.Scale[i%d]
	}
	return scaled
}

// take keeps the weights of a trained model.
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
