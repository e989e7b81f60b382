package validity

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo/faithfulness"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
)

// route is a kind of path from baselines to inputs.
type route struct {
	name string
	// anchors returns the anchors of pairs, K·T·D numbers per pair; nil means the straight path.
	anchors func(x, baseline []float64) ([]float64, error)
	// averaged reports whether attributions are averaged over all baselines.
	averaged bool
}

// anchorsOf returns the anchors of a route, or none for the straight path. It computes them once for each list of ends.
func (b *bench) anchorsOf(r route, x, baseline []float64) ([]float64, error) {
	if r.anchors == nil {
		return nil, nil
	}
	key := ends{r.name, &x[0], &baseline[0]}
	if found, ok := b.found[key]; ok {
		return found, nil
	}
	found, err := r.anchors(x, baseline)
	b.found[key] = found
	return found, err
}

// ends has lists of inputs and baselines for a route.
type ends struct {
	route       string
	x, baseline *float64
}

// bench has the models and data on which every route is measured.
type bench struct {
	Config
	*problem
	*networks
	judge judge
	found map[ends][]float64 // anchors
}

// The keys of the measures of a route.
const (
	valid             = "valid"
	anchorsValid      = "anchors_valid"
	length            = "length"
	gapCoarse         = "gap_coarse"
	gapFine           = "gap_fine"
	errorOfTruth      = "error"
	aup               = "aup"
	aur               = "aur"
	auprc             = "auprc"
	spread            = "spread"
	insertion         = "insertion"
	comprehensiveness = "comprehensiveness"
	sufficiency       = "sufficiency"
	sensitivity       = "sensitivity"
)

// scores has the available measures of a route by key.
type scores map[string]float64

// measure measures a route on all pairs.
func (b *bench) measure(r route) (scores, error) {
	found := scores{}
	baselines := b.from(r)
	if err := b.paths(r, baselines, found); err != nil {
		return nil, err
	}
	attributions := make([][]float64, len(b.weights)) // by network
	for j := range b.weights {
		if err := b.use(j); err != nil {
			return nil, err
		}
		var err error
		if attributions[j], err = b.attributions(r, baselines, found); err != nil {
			return nil, err
		}
		if err := b.recovery(attributions[j], baselines, found); err != nil {
			return nil, err
		}
		if err := b.perturbed(attributions[j], found); err != nil {
			return nil, err
		}
	}
	for key := range found {
		if !slices.Contains([]string{valid, anchorsValid, length}, key) {
			found[key] /= float64(len(b.weights)) // so far sums over networks
		}
	}
	if err := b.spread(attributions, found); err != nil {
		return nil, err
	}
	return found, b.sensitivity(r, found)
}

// from returns the baselines of a route.
func (b *bench) from(r route) [][]float64 {
	if r.averaged {
		return b.baselines
	}
	return b.baselines[:1]
}

// paths measures the paths themselves.
func (b *bench) paths(r route, baselines [][]float64, found scores) error {
	width := b.width()
	var points, knots []float64
	ratio, pairs := 0.0, 0
	for _, starts := range baselines {
		anchors, err := b.anchorsOf(r, b.fresh, starts)
		if err != nil {
			return err
		}
		knots = append(knots, anchors...)
		each := len(anchors) / b.Pairs
		for i := range b.Pairs {
			x, from := b.fresh[i*width:(i+1)*width], starts[i*width:(i+1)*width]
			knots := slices.Concat([][]float64{from}, slices.Collect(slices.Chunk(anchors[i*each:(i+1)*each], width)), [][]float64{x})
			l := training.NewPolyline(knots)
			points = append(points, l.Points(b.Looks)...)
			if straight := l.Direct(); straight > 0 {
				ratio, pairs = ratio+l.Length()/straight, pairs+1
			}
		}
	}
	if pairs > 0 {
		found[length] = ratio / float64(pairs)
	}
	var err error
	if found[valid], err = b.judge.share(points); err != nil || len(knots) == 0 {
		return err
	}
	found[anchorsValid], err = b.judge.share(knots)
	return err
}

// attributions returns the attributions of the current network, N·T·D numbers, and adds its completeness gaps.
func (b *bench) attributions(r route, baselines [][]float64, found scores) ([]float64, error) {
	ends, err := b.at(b.fresh)
	if err != nil {
		return nil, err
	}
	fine, coarse, starts := make([]float64, len(b.fresh)), make([]float64, len(b.fresh)), make([]float64, b.Pairs)
	for _, from := range baselines {
		at, err := b.at(from)
		if err != nil {
			return nil, err
		}
		floats.AddScaled(starts, 1/float64(len(baselines)), at)
		anchors, err := b.anchorsOf(r, b.fresh, from)
		if err != nil {
			return nil, err
		}
		for _, sum := range []struct {
			into   []float64
			points int
		}{{coarse, b.Coarse}, {fine, b.Fine}} {
			a, err := b.attribute(b.fresh, from, anchors, sum.points)
			if err != nil {
				return nil, err
			}
			floats.AddScaled(sum.into, 1/float64(len(baselines)), a)
		}
	}
	width := b.width()
	for i := range b.Pairs {
		rise := ends[i] - starts[i]
		found[gapCoarse] += math.Abs(floats.Sum(coarse[i*width:(i+1)*width])-rise) / float64(b.Pairs)
		found[gapFine] += math.Abs(floats.Sum(fine[i*width:(i+1)*width])-rise) / float64(b.Pairs)
	}
	return fine, nil
}

// recovery compares attributions with the truth of the distribution, if it is known.
func (b *bench) recovery(attributions []float64, baselines [][]float64, found scores) error {
	if b.distribution == nil {
		return nil
	}
	width := b.width()
	x := b.raw(b.fresh)
	var known []scores
	for i := range b.Pairs {
		a, one := attributions[i*width:(i+1)*width], scores{}
		truth, salient := make([]float64, width), []bool(nil)
		all := true
		for _, from := range baselines {
			end, start := x[i*width:(i+1)*width], b.raw(from[i*width:(i+1)*width])
			t, ok := b.distribution.Truth(end, start)
			floats.AddScaled(truth, 1/float64(len(baselines)), t)
			all, salient = all && ok, b.distribution.Salient(end, start)
		}
		if all {
			one[errorOfTruth] = floats.Distance(a, truth, 1)
		}
		if slices.Contains(salient, false) && slices.Contains(salient, true) {
			r, err := faithfulness.Recover(a, salient)
			if err != nil {
				return err
			}
			one[aup], one[aur], one[auprc] = r.AUP, r.AUR, r.AUPRC
		}
		known = append(known, one)
	}
	for key, mean := range means(known) {
		found[key] += mean
	}
	return nil
}

// means returns the mean of each measure over the pairs that have it.
func means(all []scores) scores {
	sums, counts := scores{}, scores{}
	for _, one := range all {
		for key, v := range one {
			sums[key] += v
			counts[key]++
		}
	}
	for key, n := range counts {
		sums[key] /= n
	}
	return sums
}
