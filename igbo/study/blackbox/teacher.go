package blackbox

import (
	"context"
	"embed"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/gomlx/compute"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/onnx"
	"github.com/igbolab/igbolab/igbo/study"
)

//go:embed teachers/*.onnx
var files embed.FS

// open loads a set's teacher.
func (s *set) open(b compute.Backend) (*igbo.Model, error) {
	content, err := files.ReadFile("teachers/" + s.teacher + ".onnx")
	if err != nil {
		return nil, fmt.Errorf("blackbox: %w", err)
	}
	dir, err := os.MkdirTemp("", "teacher")
	if err != nil {
		return nil, fmt.Errorf("blackbox: %w", err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, s.teacher+".onnx")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		return nil, fmt.Errorf("blackbox: %w", err)
	}
	m, err := onnx.Load(path)
	if err != nil {
		return nil, fmt.Errorf("blackbox: %w", err)
	}
	return onnx.Adopt(b, m, s.features, 1)
}

// Published is what is told of a teacher's scores.
type Published struct {
	Features []string `json:"features"`
	// Shares are the mean absolute scores, Signs the directions of the effects, −1 or 1.
	Shares []float64 `json:"shares"`
	Signs  []int     `json:"signs"`
	// Edges are the order's.
	Edges []dag.Edge `json:"edges"`
}

// order is the published one as a graph.
func (p Published) order() (*dag.DAG, error) { return dag.New(p.Features, p.Edges, nil, nil) }

// The teacher's scores: the points of the path, and the batches that the order is made of.
const (
	points  = 20
	batches = 50
)

// publish scores the teacher's own rows from their mean.
func publish(ctx context.Context, w *study.Work, name string) (Published, error) {
	s, err := load(name)
	if err != nil {
		return Published{}, err
	}
	m, err := s.open(w.Backend)
	if err != nil {
		return Published{}, err
	}
	data, d := s.data(s.own(true)), len(s.features)
	x := mat.NewDense(data.Samples(), d, data.X)
	mean := make([]float64, d)
	for j := range mean {
		mean[j] = stat.Mean(mat.Col(nil, j, x), nil)
	}
	how := attribution.DefaultConfig()
	how.Points, how.Baselines = points, []attribution.Baseline{attribution.Constant("mean", mean)}
	effects, err := m.Explain(ctx, data, how, nil)
	if err != nil {
		return Published{}, err
	}
	how.Score = attribution.Absolute
	scores, err := m.Explain(ctx, data, how, nil)
	if err != nil {
		return Published{}, err
	}
	p := Published{Features: s.features}
	for j := range d {
		p.Shares = append(p.Shares, stat.Mean(mat.Col(nil, j, scores.Scores), nil))
		sign := 1
		if math.Signbit(stat.Covariance(mat.Col(nil, j, x), mat.Col(nil, j, effects.Scores), nil)) {
			sign = -1
		}
		p.Signs = append(p.Signs, sign)
	}
	o := dag.DefaultOptions()
	o.Features, o.Batches, o.Seed, o.Repair = s.features, batches, 1, dag.DropEdges
	order, err := dag.Build(scores.Scores, o)
	if err != nil {
		return Published{}, err
	}
	p.Edges = order.Edges
	return p, nil
}
