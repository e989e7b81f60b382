package validity

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/internal/wide"
	"github.com/igbolab/igbolab/igbo/research/study/internal/records"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/samples/fold"
)

// problem is the data of a cell. Points are flat, with T·D numbers. Features and targets are standardised by their mean and
// standard deviation in the training data.
type problem struct {
	distribution datasets.Distribution // nil if there is none
	features     []string
	steps        int
	// shift and scale are those of each feature; the last two fields are those of the target.
	shift, scale             []float64
	targetShift, targetScale float64
	train                    igbo.Data
	// other has points that are not used for training, for the judge if the distribution is unknown.
	other []float64
	// fresh has Pairs inputs; baselines[i] has a baseline for each of them.
	fresh     []float64
	baselines [][]float64
}

// width returns T·D.
func (p *problem) width() int { return p.steps * len(p.features) }

// newProblem draws the data of a distribution and a seed.
func newProblem(c Config, name string, seed int64) (*problem, error) {
	p := &problem{distribution: datasets.FindDistribution(name)}
	var x, y []float64
	if p.distribution != nil {
		x, y = p.fromDistribution(c, uint64(seed))
	} else {
		var err error
		if x, y, err = p.fromWeather(c, uint64(seed)); err != nil {
			return nil, err
		}
	}
	p.standardize(x, y)
	p.train = igbo.Data{Features: p.features, Steps: p.steps, X: x, Y: y}
	for _, points := range append(p.baselines, p.fresh, p.other) {
		p.toUnits(points)
	}
	return p, p.train.Validate()
}

// The random streams of a seed. Each purpose has its own.
const (
	forTraining = iota << 32
	forInputs
	forBaselines
)

func (p *problem) fromDistribution(c Config, seed uint64) (x, y []float64) {
	p.features, p.steps = p.distribution.Features(), p.distribution.Steps()
	x, y = p.distribution.Draw(c.Samples, seed+forTraining)
	p.fresh, _ = p.distribution.Draw(c.Pairs, seed+forInputs)
	for i := range c.Baselines {
		var points []float64
		for j := range c.Pairs {
			points = append(points, p.distribution.Baseline(seed<<20+forBaselines+uint64(i*c.Pairs+j))...)
		}
		p.baselines = append(p.baselines, points)
	}
	return x, y
}

// weatherDays is T of the weather windows.
const weatherDays = 12

// fromWeather draws windows. Training windows and, separate from them, windows for the judge are from 2012 to 2014. Inputs and
// baselines are from 2015.
func (p *problem) fromWeather(c Config, seed uint64) (x, y []float64, err error) {
	split, err := datasets.Weather(weatherDays, 1)
	if err != nil {
		return nil, nil, err
	}
	all, later := split.Train, split.Validation
	p.features, p.steps = all.Features, all.Steps
	rng := rand.New(rand.NewPCG(seed, 21))
	width := p.width()
	if c.Pairs > later.Windows() {
		return nil, nil, fmt.Errorf("routing: pairs must be at most the %d windows of the weather data, got %d", later.Windows(), c.Pairs)
	}
	// Blocks of a month alternate between training and judge, because neighbouring windows overlap.
	var mine, judges []int
	for i := range all.Windows() {
		if block := i / 30; block%2 == 0 {
			mine = append(mine, i)
		} else if i%30 >= weatherDays && i%30 < 30-weatherDays {
			judges = append(judges, i)
		}
	}
	rng.Shuffle(len(mine), func(i, j int) { mine[i], mine[j] = mine[j], mine[i] })
	mine = mine[:min(c.Samples, len(mine))]
	p.other = fold.Take(all.X, width, judges)
	draw := func() []float64 { return fold.Take(later.X, width, rng.Perm(later.Windows())[:c.Pairs]) }
	p.fresh = draw()
	for range c.Baselines {
		p.baselines = append(p.baselines, draw())
	}
	return fold.Take(all.X, width, mine), fold.Take(all.Y, p.steps, mine), nil
}

// standardize computes the units of the training data and converts the data to them.
func (p *problem) standardize(x, y []float64) {
	d := len(p.features)
	p.shift, p.scale = make([]float64, d), make([]float64, d)
	for k := range d {
		p.shift[k], p.scale[k] = samples.MeanScale(records.Column(x, d, k))
	}
	p.targetShift, p.targetScale = samples.MeanScale(y)
	p.toUnits(x)
	for i := range y {
		y[i] = (y[i] - p.targetShift) / p.targetScale
	}
}

// toUnits standardises points in place.
func (p *problem) toUnits(points []float64) {
	d := len(p.features)
	for i, v := range points {
		points[i] = (v - p.shift[i%d]) / p.scale[i%d]
	}
}

// raw returns points in the original units.
func (p *problem) raw(points []float64) []float64 {
	d, raw := len(p.features), slices.Clone(points)
	for i, v := range raw {
		raw[i] = p.shift[i%d] + p.scale[i%d]*v
	}
	return raw
}

// inRows calls a graph with rows points [rows,1,width] at a time and concatenates its results, which have the same number of
// values for each point. The last call is filled up with its first point.
func inRows(rows, width int, points []float64, call func(args ...any) (*tensors.Tensor, error)) ([]float64, error) {
	var all []float64
	for piece := range slices.Chunk(points, rows*width) {
		in := make([]float32, rows*width)
		for i := range in {
			at := i
			if i >= len(piece) {
				at = i % width
			}
			in[i] = float32(piece[at])
		}
		out, err := call(tensors.FromFlatDataAndDimensions(in, rows, 1, width))
		if err != nil {
			return nil, fmt.Errorf("routing: %w", err)
		}
		found, err := wide.Floats(out)
		if err != nil {
			return nil, err
		}
		all = append(all, found[:len(found)/rows*(len(piece)/width)]...)
	}
	return all, nil
}

// joined returns rows with inputs, baselines and anchors side by side; inputs and baselines have width numbers each.
func joined(width int, x, baseline, anchors []float64) []float64 {
	n := len(x) / width
	each, all := len(anchors)/max(n, 1), make([]float64, 0, 2*len(x)+len(anchors))
	for i := range n {
		all = append(all, x[i*width:(i+1)*width]...)
		all = append(all, baseline[i*width:(i+1)*width]...)
		all = append(all, anchors[i*each:(i+1)*each]...)
	}
	return all
}
