package validity

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo/faithfulness"
	"github.com/igbolab/igbolab/igbo/research/study"
)

// perturbed measures the faithfulness of the first pairs' attributions to the current network.
func (b *bench) perturbed(attributions []float64, found scores) error {
	width, shares := b.width(), faithfulness.DefaultShares()
	for i := range b.Probed {
		a, x, from := attributions[i*width:(i+1)*width], b.fresh[i*width:(i+1)*width], b.baselines[0][i*width:(i+1)*width]
		gain, err := b.gain(x, from, a)
		if err != nil {
			return err
		}
		gone, err := faithfulness.Comprehensiveness(b.at, x, from, a, shares)
		if err != nil {
			return err
		}
		kept, err := faithfulness.Sufficiency(b.at, x, from, a, shares)
		if err != nil {
			return err
		}
		n := float64(b.Probed)
		found[insertion] += gain / n
		found[comprehensiveness] += gone / n
		found[sufficiency] += kept / n
	}
	return nil
}

// gain returns the area under insertion minus that under deletion, for the change of the output relative to the baseline,
// upwards or downwards.
func (b *bench) gain(x, from, attributions []float64) (float64, error) {
	toward := b.oriented(x, from, attributions)
	deletion, err := faithfulness.Deletion(b.at, x, from, toward)
	if err != nil {
		return 0, err
	}
	in, err := faithfulness.Insertion(b.at, x, from, toward)
	if err != nil {
		return 0, err
	}
	if rise := deletion.Output[0] - in.Output[0]; rise < 0 {
		return deletion.Area() - in.Area(), nil
	}
	return in.Area() - deletion.Area(), nil
}

// oriented returns the contributions to |F(x) − F(x′)|: the attributions, negated if F(x) < F(x′).
func (b *bench) oriented(x, from, attributions []float64) []float64 {
	ends, err := b.at(append(slices.Clone(x), from...))
	if err != nil || ends[0] >= ends[1] {
		return attributions
	}
	negated := make([]float64, len(attributions))
	floats.AddScaled(negated, -1, attributions)
	return negated
}

// spread computes the spread of attributions over networks, as a mean over pairs.
func (b *bench) spread(attributions [][]float64, found scores) error {
	if len(attributions) < 2 {
		return nil
	}
	width := b.width()
	for i := range b.Pairs {
		s, err := faithfulness.Spread(study.Each(attributions, func(a []float64) []float64 { return a[i*width : (i+1)*width] }))
		if err != nil {
			return err
		}
		found[spread] += s / float64(b.Pairs)
	}
	return nil
}

// sensitivity measures the change of the first network's attributions of the first pairs under perturbed inputs. It computes
// the paths again for every draw.
func (b *bench) sensitivity(r route, found scores) error {
	if err := b.use(0); err != nil {
		return err
	}
	width := b.width()
	cfg := faithfulness.SensitivityConfig{Radius: b.Radius, Draws: b.Draws}
	var x []float64
	for i := range b.Probed {
		cfg.Seed = uint64(i)
		points, err := cfg.Points(b.fresh[i*width : (i+1)*width])
		if err != nil {
			return err
		}
		x = append(x, points...)
	}
	baselines, sum := b.from(r), make([]float64, len(x))
	for _, all := range baselines {
		var from []float64
		for i := range b.Probed {
			from = append(from, slices.Repeat(all[i*width:(i+1)*width], b.Draws+1)...)
		}
		anchors, err := b.anchorsOf(r, x, from)
		if err != nil {
			return err
		}
		a, err := b.attribute(x, from, anchors, b.Fine)
		if err != nil {
			return err
		}
		floats.AddScaled(sum, 1/float64(len(baselines)), a)
	}
	for a := range slices.Chunk(sum, width*(b.Draws+1)) {
		s, err := faithfulness.SensitivityOf(a, width)
		if err != nil {
			return err
		}
		found[sensitivity] += s / float64(b.Probed)
	}
	return nil
}
