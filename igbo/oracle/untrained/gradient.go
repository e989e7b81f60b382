package untrained

import (
	"errors"
	"fmt"
	"slices"

	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/internal/constant"
)

// GradientOf returns a function that computes the gradient of a trained model's last output step. The function
// maps N points in the data's units, N·T·D numbers, to N·T·D numbers in the model's units. Each call builds the
// model's graph again.
func GradientOf(m *igbo.Model) func(points []float64) ([]float64, error) {
	return func(points []float64) ([]float64, error) {
		if m == nil {
			return nil, errors.New("untrained: computing the gradient: the model must not be nil")
		}
		probe := *m
		probe.Config.Attribution.Path, probe.Config.Attribution.Baselines = here{}, nil
		probe.Config.Attribution.Quadrature, probe.Config.Attribution.Points = attribution.Midpoint, 1
		width := m.Steps * len(m.Features)
		if width == 0 || len(points)%width != 0 {
			return nil, fmt.Errorf("untrained: computing the gradient: the points have %d numbers, want a multiple of T·D = %d, as in the model", len(points), width)
		}
		data := igbo.Data{Features: m.Features, Steps: m.Steps, X: points, Y: make([]float64, len(points)/len(m.Features))}
		tig, err := probe.Attribute(data)
		if err != nil {
			return nil, err
		}
		if len(tig) != len(points)*m.Steps {
			return nil, errors.New("untrained: the model attributes several outputs, want one (set Config.Output)")
		}
		var last []float64
		for i := range data.Samples() {
			end := (i + 1) * m.Steps * width
			last = append(last, tig[end-width:end]...)
		}
		return last, nil
	}
}

// here is the constant path at x with velocity 1. The attribution along it is the gradient.
type here struct{}

// Points implements attribution.Path.
func (here) Points(x, _ *Node, alphas []float64) (points, velocity *Node) {
	points = BroadcastToDims(InsertAxes(x, 0), append([]int{len(alphas)}, x.Shape().Dimensions...)...)
	return points, constant.Of(x, slices.Repeat([]float64{1}, x.Shape().Size()), append([]int{1}, x.Shape().Dimensions...)...)
}
