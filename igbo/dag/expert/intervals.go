package expert

import (
	"fmt"
	"math"
	"slices"

	"github.com/goccy/go-yaml/ast"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/polytope"
)

// Source selects the interval of an order that states neither ε nor δ.
type Source string

// The interval sources.
const (
	AsStated       Source = ""         // as the file specifies, or else RangeSource
	RangeSource    Source = "range"    // [MinEpsilon, width of the score range]
	PolytopeSource Source = "polytope" // mean ± Width·σ of the difference of shares that satisfy the orders
)

// Intervals holds the interval settings of a file.
type Intervals struct {
	Source Source
	Width  *float64 // half width in standard deviations, for PolytopeSource; nil if not stated
	Line   int      // in the file; 0 if created in code
}

// check returns an error if the source or the width is invalid.
func (i Intervals) check() error {
	if !slices.Contains([]Source{AsStated, RangeSource, PolytopeSource}, i.Source) {
		return fmt.Errorf("unknown intervals %q (want %s or %s)", i.Source, RangeSource, PolytopeSource)
	}
	if i.Width == nil {
		return nil
	}
	if i.Source != PolytopeSource {
		return fmt.Errorf("got a width of %g for intervals of the range, but a width requires source: %s", *i.Width, PolytopeSource)
	}
	return polytope.CheckWidth(*i.Width)
}

// intervals reads a source, or a mapping with a source and a width.
func (r *reader) intervals(n ast.Node) error {
	i := &r.e.Intervals
	i.Line, _ = place(n)
	source := func(n ast.Node) error { return r.text(n, (*string)(&i.Source)) }
	read := source
	if _, ok := entries(n); ok {
		read = func(n ast.Node) error {
			return r.mapping(n, map[string]func(ast.Node) error{
				"source": source,
				"width":  func(n ast.Node) error { return r.number(n, &i.Width) },
			})
		}
	}
	if err := read(n); err != nil {
		return err
	}
	if i.Source == AsStated {
		return r.errorf(n, `key "source" is missing (want %s or %s)`, RangeSource, PolytopeSource)
	}
	if err := i.check(); err != nil {
		return r.errorf(n, "%v", err)
	}
	return nil
}

// file returns the form of the intervals in a file, or nil if nothing was stated.
func (i Intervals) file() any {
	switch {
	case i.Source == AsStated:
		return nil
	case i.Width == nil:
		return string(i.Source)
	}
	return fileIntervals{string(i.Source), i.Width}
}

type fileIntervals struct {
	Source string   `yaml:"source" json:"source"`
	Width  *float64 `yaml:"width" json:"width"`
}

// settleIntervals returns the source and the width to use: those of the options, or else those of
// the file.
func (e *Prior) settleIntervals(opts Options) (Source, float64, error) {
	if err := e.Intervals.check(); err != nil {
		return "", 0, e.intervalsError("%v", err)
	}
	switch {
	case opts.Intervals != AsStated:
		return opts.Intervals, opts.Width, nil
	case e.Intervals.Width != nil:
		return e.Intervals.Source, *e.Intervals.Width, nil
	}
	return e.Intervals.Source, opts.Width, nil
}

func (e *Prior) intervalsError(format string, args ...any) error {
	where := filePrefix(e.File)
	if e.Intervals.Line > 0 {
		where += fmt.Sprintf("line %d: ", e.Intervals.Line)
	}
	return fmt.Errorf("expert: %s%w", where, fmt.Errorf(format, args...))
}

// open reports whether no statement gives numbers for the pair.
func (r relation) open() bool { return math.IsInf(r.epsilon, -1) && math.IsInf(r.delta, 1) }

// fill gives the orders without numbers the intervals of the order polytope of all features and
// orders.
func (p *plan) fill(edges []dag.Edge, report *dag.Report) error {
	pairs := make([][2]int, len(edges))
	for i, e := range edges {
		pairs[i] = [2]int{e.U, e.V}
	}
	shares, err := polytope.New(len(p.features), pairs, polytope.DefaultOptions())
	if err != nil {
		return p.e.intervalsError("%w", err)
	}
	if d := shares.Diagnostics(); !d.Exact {
		report.Warnings = append(report.Warnings, fmt.Sprintf("the intervals of %d features are sampled: R̂ = %.3f, standard error of a mean share %.2g/n", d.Sampled, d.RHat, d.StandardError))
	}
	for i := range edges {
		r := &p.relations[p.at[pairs[i]]]
		if r.open() {
			r.epsilon, r.delta = shares.Interval(r.u, r.v, p.width)
			r.filled = true
		}
	}
	return nil
}
