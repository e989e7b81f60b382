package judged

import (
	"cmp"
	"context"
	"fmt"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/blackbox"
	"github.com/igbolab/igbolab/igbo/research/study/compression"
	"github.com/igbolab/igbolab/igbo/research/study/credit"
	"github.com/igbolab/igbolab/igbo/research/study/fewsamples"
	"github.com/igbolab/igbolab/igbo/research/study/pareto"
	"github.com/igbolab/igbolab/igbo/research/study/realdata"
	"github.com/igbolab/igbolab/igbo/research/study/shortcut"
	"github.com/igbolab/igbolab/igbo/research/study/teacherstudent"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
	"github.com/igbolab/igbolab/igbo/research/study/weather"
	"github.com/igbolab/igbolab/igbo/research/study/wrongprior"
)

// problem is a draw with its students, and the importances in the truth if it is known.
type problem struct {
	benchmark.Cohort
	truth []float64
	rows  int // number of fresh rows to explain
}

// kind classifies settings by the time that their students take.
type kind int

const (
	linear kind = iota
	networks
	costly
	series
)

// setting is a setting of another study.
type setting struct {
	name string
	kind kind
	// rows replaces Config.Rows if it is not 0. Many fresh rows are needed if there are many training rows and features of
	// nearly equal importance.
	rows int
	draw func(ctx context.Context, w *workflow.Work, c Config, seed int64) (benchmark.Cohort, error)
}

// plain is the name of the student without the order.
const plain = "without the order"

// settings lists the settings of the studies that train on TIG.
var settings = []setting{
	{"few-samples, linear", linear, 0, func(_ context.Context, _ *workflow.Work, _ Config, seed int64) (benchmark.Cohort, error) {
		c := fewsamples.DefaultConfig()
		p, err := c.Draw(c.Cases[0], seed)
		s := benchmark.DefaultStudent()
		s.Steps, s.Penalized, s.Label = c.Steps, false, "IGBO, intervals"
		o := s
		o.Known, o.Label = benchmark.OrderOnly, "IGBO, order only"
		return benchmark.Cohort{Problem: p, Students: lines(o, s), Points: 1, Known: true}, err
	}},
	{"wrong-prior, two pairs exchanged", linear, 0, func(_ context.Context, _ *workflow.Work, _ Config, seed int64) (benchmark.Cohort, error) {
		p, all, err := wrongprior.Draw(16, 2, seed)
		return benchmark.Cohort{Problem: p, Students: lines(all...), Points: 1, Known: true}, err
	}},
	{"real-data, weather", linear, 0, real("weather, few days")},
	{"real-data, penguins", linear, 0, real("penguins, mass")},
	{"few-samples, network, monotone truth", networks, 0, network(fewsamples.Monotone)},
	{"few-samples, network, mixed truth", networks, 0, network(fewsamples.Mixed)},
	{"shortcut, network", networks, 0, func(_ context.Context, _ *workflow.Work, c Config, seed int64) (benchmark.Cohort, error) {
		p, n, strengths, err := shortcut.Draw(shortcut.MLP, c.Test, seed)
		if err != nil {
			return benchmark.Cohort{}, err
		}
		if p.Order, err = benchmark.Edged(p, leastMargin); err != nil {
			return benchmark.Cohort{}, err
		}
		edges, limit := n.Edges(false), n.Cap(false)
		return benchmark.Cohort{Problem: p, Points: n.Points, Students: []benchmark.Member{
			{Name: plain, Method: n.Unconstrained()}, {Name: "IGBO, edges", Method: edges, Strength: strengths[edges.Name()]}, {Name: "IGBO, cap", Method: limit, Strength: strengths[limit.Name()]},
		}}, nil
	}},
	{"compression, 4 units", networks, 0, func(ctx context.Context, w *workflow.Work, c Config, seed int64) (benchmark.Cohort, error) {
		p, n, decay, err := compression.Draw(ctx, w, "4 units", c.Test, seed)
		return benchmark.Cohort{Problem: p, Points: n.Points, Known: true, Students: taught(n, decay)}, err
	}},
	{"black-box, penguins", linear, 0, teacher("penguins, mass")},
	{"black-box, weather", linear, 0, teacher("weather")},
	{"credit, linear", linear, 0, credited("linear, n = 16")},
	{"credit, network, mixed truth", costly, 0, credited("network, mixed truth")},
	{"credit, GRU", series, 0, credited("GRU, series")},
	{"teacher-student, absolute scores", costly, 200, func(ctx context.Context, w *workflow.Work, _ Config, seed int64) (benchmark.Cohort, error) {
		return teacherstudent.Cohort(ctx, w, seed)
	}},
	{"pareto", costly, 200, func(ctx context.Context, w *workflow.Work, _ Config, seed int64) (benchmark.Cohort, error) {
		return pareto.Cohort(ctx, w, seed, "paper", "feasibility-first", "weighted-sum")
	}},
	{"weather, GRU", series, 0, func(_ context.Context, _ *workflow.Work, _ Config, seed int64) (benchmark.Cohort, error) {
		return weather.Cohort(seed)
	}},
}

// teacher returns a set of the study black-box with 16 samples.
func teacher(set string) func(context.Context, *workflow.Work, Config, int64) (benchmark.Cohort, error) {
	return func(ctx context.Context, w *workflow.Work, _ Config, seed int64) (benchmark.Cohort, error) {
		return blackbox.Cohort(ctx, w, set, 16, seed)
	}
}

// credited returns a case of the study credit.
func credited(name string) func(context.Context, *workflow.Work, Config, int64) (benchmark.Cohort, error) {
	return func(_ context.Context, _ *workflow.Work, _ Config, seed int64) (benchmark.Cohort, error) {
		return credit.Cohort(name, seed)
	}
}

// lines returns ridge regression and linear students with the order.
func lines(all ...benchmark.Student) []benchmark.Member {
	list := []benchmark.Member{{Name: plain, Method: benchmark.Ridge(), Tuned: true}}
	for _, s := range all {
		list = append(list, benchmark.Member{Name: s.Label, Method: s, Tuned: true})
	}
	return list
}

// taught returns a network that learns from labels, and the same network with the order.
func taught(n benchmark.Network, decay float64) []benchmark.Member {
	return []benchmark.Member{
		{Name: plain, Method: n.Taught(false, ""), Strength: decay}, {Name: "IGBO, order only", Method: n.Taught(false, benchmark.OrderOnly), Strength: decay},
		{Name: "IGBO, intervals", Method: n.Taught(false, benchmark.Intervals), Strength: decay},
	}
}

// real returns a table of the study real-data with 16 samples.
func real(name string) func(context.Context, *workflow.Work, Config, int64) (benchmark.Cohort, error) {
	return func(_ context.Context, _ *workflow.Work, _ Config, seed int64) (benchmark.Cohort, error) {
		p, err := realdata.Draw(name, 16, realdata.DefaultConfig().Test, seed)
		return benchmark.Cohort{Problem: p, Students: lines(realdata.Students()...), Points: 1}, err
	}
}

// network returns a network with few samples and the weight decay of the study credit.
func network(truth string) func(context.Context, *workflow.Work, Config, int64) (benchmark.Cohort, error) {
	return func(_ context.Context, _ *workflow.Work, _ Config, seed int64) (benchmark.Cohort, error) {
		p, err := fewsamples.DefaultConfig().Draw(fewsamples.Case{Name: "drawn", Samples: 32, Noise: 0.5, Truth: truth, Decay: 0.7, R: 1}, seed)
		n := benchmark.DefaultNetwork(models.MLPSpec(models.MLPConfig{Hidden: []int{16}, Activation: "tanh"}))
		return benchmark.Cohort{Problem: p, Points: n.Points, Known: true, Students: taught(n, 0.01)}, err
	}
}

// find returns a setting by its name. It returns an error if there is none.
func find(name string) (*setting, error) {
	if s := study.First(settings, func(s *setting) bool { return s.name == name }); s != nil {
		return s, nil
	}
	return nil, fmt.Errorf("judged: checking settings: setting %q not found, want one of %q", name, study.Each(settings, func(s setting) string { return s.name }))
}

// drawProblem returns the problem of a run, with the importances in the truth.
func drawProblem(ctx context.Context, w *workflow.Work, r trial.Run[distribution]) (p problem, err error) {
	s, err := find(r.Case.Name)
	if err != nil {
		return p, err
	}
	if p.Cohort, err = s.draw(ctx, w, r.Case.Config, r.Seed); err != nil {
		return p, err
	}
	p.Order, p.rows = p.Order.TransitiveReduction(), cmp.Or(s.rows, r.Case.Config.Rows)
	if p.Known {
		p.truth, err = p.judge(r.Case.Config, r.Seed).tig(p.Teacher, p.fresh(), r.Case.Config.Points)
	}
	return p, err
}

// Facts implements trial.WithFacts: the number of edges, and the share that holds in the truth or −1 if the truth is not known.
func (p problem) Facts() []float64 {
	holds := -1.0
	if p.truth != nil {
		holds = held(p.Order, p.truth)
	}
	return []float64{float64(len(p.Order.Edges)), holds}
}

// held returns the share of edges whose upper feature has at least the importance of the lower one.
func held(d *dag.DAG, importance []float64) float64 {
	n := 0.0
	for _, e := range d.Edges {
		if importance[e.U] >= importance[e.V] {
			n += 1 / float64(len(d.Edges))
		}
	}
	return n
}

// methods returns the students.
func methods(r trial.Run[distribution], p problem) (all []trial.Method) {
	measure := func(ctx context.Context, _ *workflow.Work, f benchmark.Fitted) ([]float64, error) {
		return p.judge(r.Case.Config, r.Seed).all(ctx, f)
	}
	for _, s := range p.Students {
		if s.Tuned {
			all = append(all, benchmark.Enter(s.Name, s.Method, p.Problem, r.Seed, measure))
		} else {
			all = append(all, benchmark.EnterAt(s.Name, s.Method, p.Problem, s.Strength, r.Seed, measure))
		}
	}
	return all
}

// leastMargin is the margin of edges that only say which feature matters more.
const leastMargin = 1e-6
