package verdict

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
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
	// All is what the final model is trained on; its Test is empty.
	All Part
	// Names are those of the features that the order speaks of, in its order.
	Names []string
	// Target and Classes name what is predicted; Classes is empty for regression.
	Target  string
	Classes []string
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

// New makes a problem of data in memory. Errors: data that are no table with one
// target, too few samples for the folds, an order over other features.
func New(cfg Config, data igbo.Data, order Order, o Options) (Problem, error) {
	if err := checkData(data); err != nil {
		return Problem{}, err
	}
	splits, err := Folds(data.Samples(), cfg.Folds, cfg.Repeats, uint64(cfg.Seed), cfg.strata(data), o.Clusters)
	if err != nil {
		return Problem{}, err
	}
	p := Problem{Names: o.Names, Target: o.Target, Classes: o.Classes}
	if p.Names == nil {
		p.Names = data.Features
	}
	for _, rows := range splits {
		part := Part{Train: Subset(data, rows.Train), Test: Subset(data, rows.Test), Groups: o.Groups, Clusters: pick(o.Clusters, rows.Train)}
		if part.Order, err = orderOf(order, part.Train, rows.Train, p.Names); err != nil {
			return Problem{}, err
		}
		p.Parts = append(p.Parts, part)
	}
	p.All = Part{Train: data, Groups: o.Groups, Clusters: o.Clusters}
	p.All.Order, err = orderOf(order, data, nil, p.Names)
	return p, err
}

// pick takes those of some rows; nil stays nil.
func pick(of, rows []int) []int {
	if of == nil {
		return nil
	}
	picked := make([]int, len(rows))
	for i, row := range rows {
		picked[i] = of[row]
	}
	return picked
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
	if !slices.Equal(d.Features, names) {
		return nil, fmt.Errorf("verdict: an order over the features %v, the data have %v", d.Features, names)
	}
	return json.Marshal(d)
}

// ratio is how many samples are held out for each to train on, over all folds.
func (p Problem) ratio() float64 {
	train, test := 0, 0
	for _, part := range p.Parts {
		train += part.Train.Samples()
		test += part.Test.Samples()
	}
	return float64(test) / float64(train)
}
