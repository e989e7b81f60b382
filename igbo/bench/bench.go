package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/bench/peer"
	"github.com/igbolab/igbolab/igbo/internal/named"
)

// row is a line of the table: work, the peers that can do it, and their goals.
type row struct {
	name, title string
	peers       []string
	goals       map[string]float64 // ratio by peer; none is none
	// once marks work that takes minutes: one run a round, at most three rounds.
	once bool
	make func(ctx context.Context, engine compute.Backend, cfg Config) (Contender, *peer.Work, error)
}

// study is work without a peer.
type study struct {
	name, title string
	run         func(ctx context.Context, engine compute.Backend, cfg Config) (*Study, error)
}

// Rows lists the names of all rows of the table, then of the studies.
func Rows() []string {
	var names []string
	for _, r := range rows(false) {
		names = append(names, r.name)
	}
	for _, s := range studies() {
		names = append(names, s.name)
	}
	return names
}

// PeerResult is a peer beside us.
type PeerResult struct {
	Timing
	// Disagreement is that of the outputs; nil where there were none.
	Disagreement *float64 `json:"disagreement"`
	// Ratio is the peer's median over ours; RatioLow and RatioHigh are the
	// smallest and largest of a round. They are nil without a time that counts.
	Ratio     *float64 `json:"ratio"`
	RatioLow  *float64 `json:"ratio_low"`
	RatioHigh *float64 `json:"ratio_high"`
	// RatioMin is the ratio of the shortest times.
	RatioMin *float64 `json:"ratio_min"`
	// Goal is the ratio that is wanted; nil for none. Met tells whether Ratio and
	// RatioMin both reach it, so that a disturbance of one side cannot.
	Goal *float64 `json:"goal"`
	Met  *bool    `json:"met"`
	// Note says why there is no ratio.
	Note string `json:"note,omitempty"`
}

// Comparison is a row of the table.
type Comparison struct {
	Row   string       `json:"row"`
	Title string       `json:"title"`
	Ours  Timing       `json:"ours"`
	Peers []PeerResult `json:"peers"`
}

// Run measures. Peers that are not installed or fail are noted in their
// places. Cancelling the context ends it with the context's error.
func Run(ctx context.Context, engine compute.Backend, cfg Config) (*Report, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cfg.Threads))
	dir, err := os.MkdirTemp("", "igbo-bench-")
	if err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	defer os.RemoveAll(dir)
	if err := peer.Unpack(dir); err != nil {
		return nil, err
	}
	report := &Report{Config: cfg, Machine: describeMachine(engine)}
	l := peer.Launch{Python: cfg.Python, Scripts: dir, Threads: cfg.Threads, Device: "cpu"}
	if cfg.cuda() {
		l.Device = "cuda"
	}
	for _, r := range rows(cfg.cuda()) {
		if !slices.Contains(cfg.Rows, r.name) {
			continue
		}
		c, err := r.compare(ctx, engine, cfg, l)
		if err = errors.Join(err, ctx.Err()); err != nil {
			return nil, err
		}
		report.Comparisons = append(report.Comparisons, *c)
	}
	for _, s := range studies() {
		if !slices.Contains(cfg.Rows, s.name) {
			continue
		}
		cfg.logf("%s: %s", s.name, s.title)
		result, err := s.run(ctx, engine, cfg)
		if err = errors.Join(err, ctx.Err()); err != nil {
			return nil, fmt.Errorf("bench: %s: %w", s.name, named.Once("bench", err))
		}
		result.Name, result.Title = s.name, s.title
		report.Studies = append(report.Studies, *result)
	}
	report.Machine.LoadAfter = loadAverage()
	return report, nil
}

// compare measures one row.
func (r row) compare(ctx context.Context, engine compute.Backend, cfg Config, l peer.Launch) (*Comparison, error) {
	cfg.logf("%s: %s", r.name, r.title)
	ours, work, err := r.make(ctx, engine, cfg)
	if err != nil {
		return nil, fmt.Errorf("bench: %s: %w", r.name, named.Once("bench", err))
	}
	defer ours.Close()
	folder := filepath.Join(l.Scripts, r.name)
	if err := os.Mkdir(folder, 0o755); err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	if err := work.Write(folder); err != nil {
		return nil, err
	}
	c := &Comparison{Row: r.name, Title: r.title}
	contenders := []Contender{ours}
	for _, name := range r.peers {
		if !slices.Contains(cfg.Peers, name) {
			continue
		}
		result, running := r.enter(ctx, cfg, l, name, folder, ours)
		c.Peers = append(c.Peers, result)
		if running != nil {
			defer running.Close()
			contenders = append(contenders, running)
		}
	}
	rounds, slice := cfg.Rounds, cfg.Slice
	if r.once {
		rounds, slice = min(rounds, 3), 0
	}
	timings, err := race(ctx, contenders, rounds, slice)
	if err != nil {
		return nil, err
	}
	c.Ours = timings[0]
	for _, t := range timings[1:] {
		i := slices.IndexFunc(c.Peers, func(p PeerResult) bool { return p.Name == t.Name })
		c.Peers[i].Timing = t
		c.Peers[i].settle(c.Ours)
	}
	return c, nil
}

// enter starts a peer and checks its outputs; it runs in the race if they agree.
func (r row) enter(ctx context.Context, cfg Config, l peer.Launch, name, folder string, ours Contender) (PeerResult, *peer.Worker) {
	result := PeerResult{Timing: Timing{Name: name}}
	if goal, found := r.goals[name]; found {
		result.Goal = &goal
	}
	w, err := l.Start(ctx, name, r.name, folder)
	if err != nil {
		result.Note = strings.TrimPrefix(err.Error(), "peer: ")
		cfg.logf("  %s: %s", name, result.Note)
		return result, nil
	}
	result.Version, result.First = w.Version(), w.First().Seconds()
	d := peer.Disagreement(ours.Outputs(), w.Outputs())
	cfg.logf("  %s: outputs agree to %.1e, first run %s", name, d, w.First().Round(time.Millisecond))
	if d <= cfg.Tolerance {
		result.Disagreement = &d
		return result, w
	}
	result.Note = disagreement(ours.Outputs(), w.Outputs(), &result)
	if err := w.Close(); err != nil {
		cfg.logf("  %v", err)
	}
	return result, nil
}

// disagreement says which output is off by how much, and keeps the number
// where it is finite.
func disagreement(ours, theirs peer.Outputs, result *PeerResult) string {
	d := peer.Disagreement(ours, theirs)
	if d <= maxFinite {
		result.Disagreement = &d
	}
	for _, name := range sortedNames(ours) {
		if one := peer.Disagreement(peer.Outputs{name: ours[name]}, theirs); one == d {
			return fmt.Sprintf("disagrees by %.1e in %s", d, name)
		}
	}
	return fmt.Sprintf("disagrees by %.1e", d)
}

// settle fills in the ratios.
func (p *PeerResult) settle(ours Timing) {
	ratio := p.Median / ours.Median
	low, high := ratio, ratio
	for i := range p.Rounds {
		one := p.Rounds[i] / ours.Rounds[i]
		low, high = min(low, one), max(high, one)
	}
	shortest := p.Min / ours.Min
	p.Ratio, p.RatioLow, p.RatioHigh, p.RatioMin = &ratio, &low, &high, &shortest
	if p.Goal != nil {
		met := min(ratio, shortest) >= *p.Goal
		p.Met = &met
	}
}
