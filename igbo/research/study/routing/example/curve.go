package example

import (
	"context"

	. "github.com/gomlx/gomlx/core/graph"
	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/constant"
	"github.com/igbolab/igbolab/igbo/oracle"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
	"github.com/igbolab/igbolab/igbo/research/study/routing/curve"
)

// curveSettings are the settings of the cell with the curve's oracle.
type curveSettings struct {
	Curve    curve.Config // without the number of networks
	Anchors  []int
	Assessor assessor.Config
	Oracle   oracle.Config
}

// routes has the corners of paths between one pair, in the order of the numbers of anchors.
type routes [][][]float64

// learnCurve trains an oracle on the training data of the networks.
func learnCurve(ctx context.Context, w *workflow.Work, s curveSettings) (routes, error) {
	data, err := s.Curve.Draw(s.Curve.Samples, 1)
	if err != nil {
		return nil, err
	}
	o, err := training.Oracle(ctx, w, s.Assessor, s.Oracle, data, "", 0)
	if err != nil {
		return nil, err
	}
	start, end := s.Curve.Ends()
	var found routes
	for _, k := range s.Anchors {
		paths, err := o.Anchors(end, start, k)
		if err != nil {
			return nil, err
		}
		found = append(found, paths[0])
	}
	return found, nil
}

// judgeSettings are the settings of a network's cell.
type judgeSettings struct {
	Curve   curve.Config // without the number of networks
	Network int64
	Routes  workflow.Part[routes]
}

// opinion has the outputs and attributions of a network along the curve's two paths, and its attributions along the oracle's
// paths.
type opinion struct {
	Network curve.Network
	Routes  [][]float64
}

// judge trains a network and attributes the pair along every path.
func judge(ctx context.Context, w *workflow.Work, s judgeSettings) (found opinion, err error) {
	model, err := s.Curve.Train(ctx, w, s.Network)
	if err != nil {
		return found, err
	}
	if found.Network, err = s.Curve.Look(model); err != nil {
		return found, err
	}
	found.Routes, err = study.Try(s.Routes.Of(w.Parts), func(_ int, corners [][]float64) ([]float64, error) { return s.Curve.Attribute(model, through(corners)) })
	return found, err
}

// through returns the path from the baseline through the corners to the input, for one pair of points with one step.
func through(corners [][]float64) attribution.Path {
	return attribution.PiecewiseLinear{Anchors: func(x, _ *Node) (anchors []*Node) {
		for _, corner := range corners[1 : len(corners)-1] {
			anchors = append(anchors, constant.Of(x, corner, 1, 1, len(corner)))
		}
		return anchors
	}}
}

// Path is a path through corners, the first of which is the baseline and the last the input.
type Path struct {
	// Corners has a row of T·D numbers for each corner.
	Corners [][]float64 `json:"corners"`
	// Valid is the share of the path's length that is valid: not farther from the distribution than 95 % of the data.
	Valid float64 `json:"valid"`
	// Length is the length of the path relative to that of the straight path.
	Length float64 `json:"length"`
}

// newPath measures a path through corners by the distance of points from the distribution. The distance is 1 at the 95 %
// quantile of the data.
func newPath(corners [][]float64, distance func(x []float64) float64) Path {
	const looks = 50
	p := Path{Corners: corners}
	var length, valid float64
	for s := range corners[1:] {
		from, to := corners[s], corners[s+1]
		step := floats.Distance(from, to, 2)
		length += step
		for i := range looks {
			if distance(between(from, to, (float64(i)+0.5)/looks)) <= 1 {
				valid += step / looks
			}
		}
	}
	p.Valid, p.Length = valid/length, length/floats.Distance(corners[0], corners[len(corners)-1], 2)
	return p
}

// between returns the point at a share of the distance between two points.
func between(from, to []float64, share float64) []float64 {
	step := floats.SubTo(make([]float64, len(from)), to, from)
	return floats.AddScaledTo(make([]float64, len(from)), from, share, step)
}

// straight returns the path through k equally spaced corners on the line between two points.
func straight(start, end []float64, k int) (corners [][]float64) {
	for i := range k + 2 {
		corners = append(corners, between(start, end, float64(i)/float64(k+1)))
	}
	return corners
}
