package rivals

import (
	"context"
	"fmt"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/posterior"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/fewsamples"
	"github.com/igbolab/igbolab/igbo/research/study/realdata"
	"github.com/igbolab/igbolab/igbo/research/study/shift"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
	"github.com/igbolab/igbolab/igbo/research/study/wrongprior"
)

// Part is the study that provides the design of a case.
type Part string

// The parts.
const (
	FewSamples Part = "few-samples"
	WrongPrior Part = "wrong-prior"
	RealData   Part = "real-data"
	Abroad     Part = "shift"
)

// distribution has the settings of a run: those of the methods, and those of the part that draws the problem.
type distribution struct {
	Config Config
	Part   Part
	Few    Few
	Wrong  Wrong
	Set    string
	Source shift.Source
}

// place is a case before it is run.
type place struct {
	name  string
	draws int
	of    distribution
}

// cases returns the cases of all parts.
func (c Config) cases() (all []place, err error) {
	methods := Config{Burn: c.Burn, Sweeps: c.Sweeps, Steps: c.Steps, SignedSteps: c.SignedSteps, Rate: c.Rate, Flips: c.Flips}
	for i, k := range c.Few {
		draws := c.Draws
		if i > 0 {
			draws = c.Around
		}
		all = append(all, place{k.name(), draws, distribution{Config: methods, Part: FewSamples, Few: k}})
	}
	for _, k := range c.Wrong {
		draws := c.Draws
		if k.Samples != c.Wrong[0].Samples {
			draws = c.Around
		}
		all = append(all, place{k.name(), draws, distribution{Config: methods, Part: WrongPrior, Wrong: k}})
	}
	for _, set := range c.Sets {
		of := methods
		of.Samples, of.Test = c.Samples, c.Test
		all = append(all, place{set, c.Draws, distribution{Config: of, Part: RealData, Set: set}})
	}
	sources, err := c.shifts().Sources()
	for _, s := range sources {
		all = append(all, place{s.Shift.Name, c.Abroad, distribution{Config: methods, Part: Abroad, Source: s}})
	}
	return all, err
}

func (k Few) name() string { return fmt.Sprintf("n = %d, decay %g", k.Samples, k.Decay) }

func (k Wrong) name() string {
	return fmt.Sprintf("n = %d, %s", k.Samples, wrongprior.Degree(k.Swaps))
}

// seen is the number of inputs without targets that a method can use.
const seen = 200

// problem is the draw of a run.
type problem struct {
	*benchmark.Problem
	facts []float64
}

// Facts implements trial.WithFacts: the remaining share of the complexity of linear models under the order, the signs, and
// both.
func (p problem) Facts() []float64 { return p.facts }

// draw returns the problem of a run.
func draw(_ context.Context, _ *workflow.Work, r trial.Run[distribution]) (p problem, err error) {
	k := r.Case
	switch k.Part {
	case FewSamples:
		p.Problem, err = fewsamples.DefaultConfig().Draw(fewsamples.Case{Samples: k.Few.Samples, Noise: 1, Truth: fewsamples.Linear, Decay: k.Few.Decay, R: 1}, r.Seed)
	case WrongPrior:
		p.Problem, err = wrongprior.DefaultConfig().Draw(k.Wrong.Samples, k.Wrong.Swaps, r.Seed)
	case RealData:
		p.Problem, err = realdata.Draw(k.Set, k.Config.Samples, k.Config.Test, r.Seed)
	default:
		p.Problem, err = k.Source.Draw(r.Seed)
	}
	if err != nil {
		return p, err
	}
	if p.Unlabelled == nil {
		p.Unlabelled = p.Test.X[:min(p.Test.Samples(), seen)*len(p.Test.Features)]
	}
	for _, known := range knowledge {
		part, err := p.Complexity(known.order, known.signs, k.Config.Flips, r.Seed)
		if err != nil {
			return p, err
		}
		p.facts = append(p.facts, part)
	}
	return p, p.Validate()
}

// knowledge lists the kinds of knowledge, each with its posterior and its method with explanation constraints, if there is one.
var knowledge = []struct {
	name                 string
	order, signs         bool
	posterior, explained string
}{
	{"order", true, false, benchmark.PosteriorOrder, benchmark.Explained},
	{"signs", false, true, benchmark.PosteriorSigns, ""},
	{"order and signs", true, true, benchmark.PosteriorBoth, benchmark.ExplainedSigns},
}

// methods returns the methods that apply to the problem: ridge, the other methods of this library, and the methods of other
// authors.
func methods(r trial.Run[distribution], p problem) (all []trial.Method) {
	for _, m := range r.Case.Config.methods() {
		if m.Applies(p.Problem) == nil {
			all = append(all, benchmark.Enter("", m, p.Problem, r.Seed))
		}
	}
	return all
}

// Names of IGBO's students.
const (
	studentOrder = "IGBO, order"
	studentSigns = "IGBO, order and signs"
)

// methods returns all methods of the study.
func (c Config) methods() []benchmark.Method {
	order := benchmark.DefaultStudent()
	order.Label, order.Known, order.Steps, order.Rate = studentOrder, benchmark.Uniform, c.Steps, c.Rate
	signs := order
	signs.Label, signs.Start, signs.Signed, signs.Penalized, signs.Steps = studentSigns, benchmark.FromCentroid, true, false, c.SignedSteps
	own := []benchmark.Method{
		benchmark.Ridge(), benchmark.RankRidge(), benchmark.SignRankRidge(), benchmark.Named(benchmark.Believed(), benchmark.OrderedCone), order, signs,
		c.posterior(benchmark.PosteriorBare, false, false, posterior.Hard), c.posterior(benchmark.PosteriorSigns, false, true, posterior.Hard),
		c.posterior(benchmark.PosteriorOrder, true, false, posterior.Hard), c.posterior(benchmark.PosteriorBoth, true, true, posterior.Hard),
		c.posterior(benchmark.PosteriorSoftAll, true, true, posterior.Soft),
	}
	return append(own, benchmark.Published()...)
}

// posterior returns the mean of the draws of both bases.
func (c Config) posterior(name string, order, signs bool, trust posterior.Trust) benchmark.Method {
	return benchmark.Recipe{
		Label: name, Needs: benchmark.Named(benchmark.Believed(), name).Applies,
		Learn: func(ctx context.Context, _ compute.Backend, p *benchmark.Problem, _ benchmark.Setting, seed int64) (benchmark.Fitted, error) {
			s := posterior.DefaultConfig()
			s.Trust, s.Chains, s.Burn, s.Draws, s.Seed, s.Groups = trust, 1, c.Burn, c.Sweeps, uint64(seed), p.Groups
			var known posterior.Order
			if order {
				known.Above = benchmark.Above(p.Order)
			}
			if signs {
				known.Directions = p.Signs
			}
			mean := make(benchmark.Line, len(p.Train.Features)+1)
			for _, s.Base = range []posterior.Base{posterior.Laplace, posterior.Gauss} {
				found, err := posterior.Sample(ctx, p.Train, known, s)
				if err != nil {
					return nil, fmt.Errorf("rivals: %w", err)
				}
				w, b := found.Mean()
				for j, v := range append(w, b) {
					mean[j] += v / 2
				}
			}
			return mean, nil
		},
	}
}

// Cells implements workflow.Study: a trial of each case.
func (c Config) Cells(p *workflow.Plan) (func(*workflow.Parts) (*Result, error), error) {
	places, err := c.cases()
	if err != nil {
		return nil, err
	}
	t := trial.Trial[distribution, problem]{Seed0: c.Seed0, Draw: draw, Methods: methods}
	t.Cases = study.Each(places, func(k place) trial.Case[distribution] {
		return trial.Case[distribution]{Name: string(k.of.Part) + ": " + k.name, Draws: k.draws, Steps: len(c.methods()), Settings: k.of}
	})
	return trial.Fold(p, t, func(found []trial.Found) (*Result, error) {
		r := &Result{Config: c}
		for i, f := range found {
			r.Cases = append(r.Cases, newFound(places[i], f))
		}
		return r, nil
	})
}
