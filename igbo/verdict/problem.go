package verdict

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/fold"
	"github.com/igbolab/igbolab/igbo/table"
)

// Order makes the order that is judged, of data to train on and the numbers of their rows (nil
// for all): always the same for an expert's, that of a teacher's scores for a teacher's.
type Order func(train igbo.Data, rows []int) (*dag.DAG, error)

// Fixed is an order that is known before any data.
func Fixed(d *dag.DAG) Order { return func(igbo.Data, []int) (*dag.DAG, error) { return d, nil } }

// Problem is what is judged: each fold's data and order, and all data at the end.
type Problem struct {
	// Parts are the folds, each a training and a test part.
	Parts []Part
	// All is what the final model is trained on; it holds nothing out.
	All Part
	// Names are those of the features that the order speaks of, in its order.
	Names []string
	// Target and Classes name what is predicted; Classes is empty for regression.
	Target  string
	Classes []string
	// Steps is T, 1 for tables.
	Steps int
	// Columns say what each column of a table was taken for. Of Rows rows LeftOut lack a value and were left out. Warnings are about how
	// the data are judged.
	Columns       []table.Line
	Rows, LeftOut int
	Warnings      []string
}

// Options are what is known of data beside the numbers.
type Options struct {
	// Groups parts the columns into features with the names Names; nil where each column is one.
	Groups [][]int
	Names  []string
	// Clusters tells which samples stay together in a fold, such as those of one patient; nil for
	// each its own.
	Clusters []int
	// Target and Classes name what is predicted, in reports.
	Target  string
	Classes []string
}

// New makes a problem of data in memory, tables or padded series; the folds are of whole samples. Errors: data
// with several targets, a model of series for a table, too few samples for the folds, an order over other features.
func New(cfg Config, data igbo.Data, order Order, o Options) (Problem, error) {
	if err := checkData(data); err != nil {
		return Problem{}, err
	}
	if o.Clusters != nil && len(o.Clusters) != data.Samples() {
		return Problem{}, fmt.Errorf("verdict: the clusters of %d samples, the data have %d", len(o.Clusters), data.Samples())
	}
	from, err := newHeld(data, o.Clusters)
	if err != nil {
		return Problem{}, err
	}
	p := Problem{Names: o.Names, Target: o.Target, Classes: o.Classes, Steps: data.Steps}
	if p.Names == nil {
		p.Names = data.Features
	}
	for rows, err := range fold.Each(data.Samples(), cfg.Folds, cfg.Repeats, uint64(cfg.Seed), cfg.strata(data), o.Clusters) {
		if err != nil {
			return Problem{}, err
		}
		part, err := newPart(cfg, from, rows, o.Groups, order, p.Names)
		if err != nil {
			return Problem{}, err
		}
		p.Parts = append(p.Parts, part)
	}
	if p.All, err = newPart(cfg, from, fold.Rows{}, o.Groups, order, p.Names); err != nil {
		return Problem{}, err
	}
	return p, p.All.checkDirections()
}

// orderOf writes the order down.
func orderOf(order Order, train igbo.Data, rows []int, names []string) ([]byte, error) {
	if order == nil {
		return nil, errors.New("verdict: no order, expected an expert's or a teacher's")
	}
	d, err := order(train, rows)
	if err != nil {
		return nil, err
	}
	if d == nil {
		return nil, errors.New("verdict: an order that is none, expected a graph, if only one without edges")
	}
	if !slices.Equal(d.Features, names) {
		return nil, fmt.Errorf("verdict: an order over the features %v, the data have %v", d.Features, names)
	}
	return json.Marshal(d)
}

// Samples are those of all data: rows, or series.
func (p Problem) Samples() int { return p.All.samples[0] }

// ratio is how many samples are held out for each to train on, over all folds.
func (p Problem) ratio() float64 {
	train, test := 0, 0
	for _, part := range p.Parts {
		train += part.samples[0]
		test += part.samples[1]
	}
	return float64(test) / float64(train)
}
