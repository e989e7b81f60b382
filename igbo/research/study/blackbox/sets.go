package blackbox

import (
	"context"
	"embed"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/gomlx/compute"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/onnx"
	"github.com/igbolab/igbolab/igbo/research/study/internal/records"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
	"github.com/igbolab/igbolab/igbo/task"
)

// The sets.
const (
	weather   = "weather"
	elsewhere = "weather, New York after Seattle"
	penguins  = "penguins, mass"
	anes96    = "anes96, vote"
)

// Sets lists the names of the sets.
func Sets() []string { return []string{weather, penguins, anes96, elsewhere} }

// set is a table with a teacher that was trained on some of its rows.
type set struct {
	teacher  string
	loss     task.Loss
	features []string
	rows     [][]float64 // columns, then the target
	taught   []bool      // rows that the teacher was trained on
}

// load reads a set.
func load(name string) (*set, error) {
	number, even := records.Number, func(i int, _ records.Record) bool { return i%2 == 0 }
	switch name {
	case weather:
		return read("weather", task.Loss{}, datasets.WeatherTable(), even, number("temp_max"), append(records.Sky(), records.Levels("location", "New York").Called("New York"))...)
	case elsewhere:
		seattle := func(_ int, r records.Record) bool { return r["location"] == "Seattle" }
		return read("seattle", task.Loss{}, datasets.WeatherTable(), seattle, number("temp_max"), records.Sky()...)
	case penguins:
		return read("penguins", task.Loss{}, datasets.Penguins(), even, number("body_mass_g"), records.Levels("species", "Chinstrap", "Gentoo").Called("Chinstrap", "Gentoo"),
			number("bill_length_mm"), number("bill_depth_mm"), number("flipper_length_mm"), records.Levels("sex", "male").Called("male"))
	case anes96:
		return read("anes96", task.Loss{Kind: task.KindLogistic}, datasets.Anes96(), even, records.Class("vote", "Clinton", "Dole"), records.Voter()...)
	}
	return nil, fmt.Errorf("blackbox: set %q not found, want one of %q", name, Sets())
}

// read returns the complete records of a file; taught selects those that the teacher was trained on.
func read(teacher string, loss task.Loss, file datasets.File, taught func(i int, r records.Record) bool, target records.Feature, features ...records.Feature) (*set, error) {
	s := &set{teacher: teacher, loss: loss}
	var err error
	if s.rows, err = records.Read(file, features, target, func(r records.Record) { s.taught = append(s.taught, taught(len(s.taught), r)) }); err != nil {
		return nil, fmt.Errorf("blackbox: %w", err)
	}
	s.features, _ = records.Columns(features)
	return s, nil
}

// data returns some of the rows.
func (s *set) data(rows []int) igbo.Data { return records.Data(s.features, s.rows, rows) }

// own returns the rows that the teacher was trained on, or the other rows.
func (s *set) own(teachers bool) (rows []int) {
	for i, taught := range s.taught {
		if taught == teachers {
			rows = append(rows, i)
		}
	}
	return rows
}

// draw draws n training rows that the teacher has not seen, with at least two of every class, and at most test other rows for
// testing. Validate ensures that there are more than n rows.
func (s *set) draw(rng *rand.Rand, n, test int) (train, held igbo.Data, err error) {
	rows := s.own(false)
	for range 10_000 {
		rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		train = s.data(rows[:n])
		if ones := floats.Sum(train.Y); s.loss.Is(task.KindSquared) || ones >= 2 && ones <= float64(n-2) {
			return train, s.data(rows[n:min(n+test, len(rows))]), nil
		}
	}
	return train, held, fmt.Errorf("blackbox: found no %d samples with at least two of each class", n)
}

//go:embed teachers/*.onnx
var files embed.FS

// open loads a set's teacher.
func (s *set) open(b compute.Backend) (*igbo.Model, error) {
	dir, err := os.MkdirTemp("", "teacher")
	if err != nil {
		return nil, fmt.Errorf("blackbox: %w", err)
	}
	defer os.RemoveAll(dir)
	if err := os.CopyFS(dir, files); err != nil {
		return nil, fmt.Errorf("blackbox: %w", err)
	}
	m, err := onnx.Load(filepath.Join(dir, "teachers", s.teacher+".onnx"))
	if err != nil {
		return nil, fmt.Errorf("blackbox: %w", err)
	}
	return onnx.Adopt(b, m, s.features, 1)
}

// Published has the published information about a teacher's scores.
type Published struct {
	Features []string `json:"features"`
	// Shares are the mean absolute scores. Signs are the directions of the effects, −1 or 1.
	Shares []float64 `json:"shares"`
	Signs  []int     `json:"signs"`
	// Edges are the edges of the order.
	Edges []dag.Edge `json:"edges"`
}

// The settings of the teacher's scores: the points of the path, and the batches from which the order is built.
const (
	points  = 20
	batches = 50
)

// publish computes the scores of the teacher on its own rows, relative to their mean.
func publish(ctx context.Context, w *workflow.Work, name string) (Published, error) {
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
	how := attribution.DefaultConfig()
	how.Points, how.Baselines = points, []attribution.Baseline{attribution.Constant("mean", training.ColumnMeans(x))}
	effects, err := m.Explain(ctx, data, how, nil)
	if err != nil {
		return Published{}, err
	}
	how.Score = attribution.Absolute
	scores, err := m.Explain(ctx, data, how, nil)
	if err != nil {
		return Published{}, err
	}
	p := Published{Features: s.features, Shares: training.ColumnMeans(scores.Scores)}
	for j := range d {
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
