package realdata

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/goccy/go-yaml"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/expert"
	"github.com/igbolab/igbolab/igbo/study/contest"
)

//go:embed signs.yaml
var signsText []byte

// Direction says which way a column moves the target, and why.
type Direction struct {
	Sign int    `yaml:"sign"`
	Why  string `yaml:"why"`
}

// Directions are those of the columns of a set by name.
func Directions() (map[string]map[string]Direction, error) {
	var all map[string]map[string]Direction
	if err := yaml.UnmarshalWithOptions(signsText, &all, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("realdata: signs.yaml: %w", err)
	}
	return all, nil
}

// direction are the signs of the columns; nil where none are known.
func (s *set) direction() ([]int, error) {
	if s.signs == "" {
		return nil, nil
	}
	all, err := Directions()
	if err != nil {
		return nil, err
	}
	names, _ := s.columns()
	signs := make([]int, len(names))
	for name, d := range all[s.signs] {
		i := slices.Index(names, name)
		if i < 0 || d.Sign != 1 && d.Sign != -1 || d.Why == "" {
			return nil, fmt.Errorf("realdata: signs.yaml: %s: %s has the sign %d because of %q, expected a column among %q, 1 or -1, and a reason", s.signs, name, d.Sign, d.Why, names)
		}
		signs[i] = d.Sign
	}
	return signs, nil
}

// graph is the expert's order over the features of the set: of features that the set does not have
// only what follows from them is kept.
func (s *set) graph() (*dag.DAG, error) {
	file, err := datasets.Order(s.order)
	if err != nil {
		return nil, err
	}
	opinion, err := expert.Parse(file.Name, []byte(file.Text))
	if err != nil {
		return nil, err
	}
	opts := expert.DefaultOptions()
	opts.Intervals = expert.PolytopeSource
	d, err := opinion.Build(opts)
	if err != nil {
		return nil, err
	}
	if d, err = d.TransitiveClosure(); err != nil {
		return nil, err
	}
	names := s.names()
	var edges []dag.Edge
	for _, e := range d.Edges {
		u, v := slices.Index(names, d.Features[e.U]), slices.Index(names, d.Features[e.V])
		if u >= 0 && v >= 0 {
			e.U, e.V = u, v
			edges = append(edges, e)
		}
	}
	return contest.Bare(names, edges)
}

// placebo is the order with its features relabelled at random, so that some edge changes.
func placebo(d *dag.DAG, rng *rand.Rand) (*dag.DAG, error) {
	for range 1000 {
		other, err := contest.Relabelled(d, rng.Perm(len(d.Features)))
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(other.Edges, func(e dag.Edge) bool { return !d.HasEdgeFromTo(int64(e.U), int64(e.V)) }) {
			return contest.Bare(d.Features, other.Edges)
		}
	}
	return nil, fmt.Errorf("realdata: every relabelling of %d features leaves the order as it is", len(d.Features))
}

// reversed is the order upside down.
func reversed(d *dag.DAG) (*dag.DAG, error) {
	var edges []dag.Edge
	for _, e := range d.Edges {
		e.U, e.V = e.V, e.U
		edges = append(edges, e)
	}
	return contest.Bare(d.Features, edges)
}
