package igbo

import "github.com/gomlx/compute/shapes"

// Shapes are those of the model's own variables, the parameters θ, by their paths. It
// is an error for a model that was neither trained nor loaded.
func (m *Model) Shapes() (map[string]shapes.Shape, error) {
	if err := m.ready(); err != nil {
		return nil, err
	}
	return m.architecture()
}
