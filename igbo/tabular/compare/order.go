package compare

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/expert"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// ParseOrder parses an order over features from the text of a file: an expert's statements as YAML or JSON, or the JSON of a graph, as igbo
// dag writes it. The file can mention only some of the features. score is the default score of the expert's statements.
//
// It returns the errors of package expert and of the graph's JSON, with the file's name, and an error for an unknown feature.
func ParseOrder(file string, text []byte, features []string, score dag.Score) (*dag.DAG, error) {
	d, err := parseOrder(file, text, table.Composed(features...), score)
	if err == nil {
		d.Features = slices.Clone(features) // as a model of an older file may have them
	}
	return d, err
}

func parseOrder(file string, text []byte, features []string, score dag.Score) (*dag.DAG, error) {
	if isGraph(text) {
		var d dag.DAG
		if err := json.Unmarshal(text, &d); err != nil {
			return nil, fmt.Errorf("compare: %s: %w", file, err)
		}
		d.Features = table.Composed(d.Features...)
		whole, err := over(&d, features)
		if err != nil {
			return nil, fmt.Errorf("compare: %s: %w", file, err)
		}
		return whole, nil
	}
	opinion, err := expert.Parse(file, text)
	if err != nil {
		return nil, err
	}
	for _, name := range opinion.Features {
		if !slices.Contains(features, name) {
			return nil, fmt.Errorf("compare: %s names the feature %q, but the features of the data are %q", file, name, features)
		}
	}
	opinion.Features = features
	options := expert.DefaultOptions()
	if options.Score = opinion.Score; options.Score == "" || options.Score == dag.AnyScore {
		options.Score = score
	}
	if options.Score == dag.AbsoluteScore {
		options.ScoreMin = 0
	}
	return opinion.Build(options)
}

// isGraph reports whether JSON holds a graph rather than an expert's statements. Only the edges of a graph have the key mu.
func isGraph(text []byte) bool {
	var probe struct {
		Features   []string                     `json:"features"`
		Edges      []map[string]json.RawMessage `json:"edges"`
		Ranks      json.RawMessage              `json:"ranks"`
		Tiers      json.RawMessage              `json:"tiers"`
		Directions json.RawMessage              `json:"directions"`
	}
	if !bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) || json.Unmarshal(text, &probe) != nil || probe.Ranks != nil || probe.Tiers != nil || bytes.HasPrefix(bytes.TrimSpace(probe.Directions), []byte("{")) {
		return false
	}
	return len(probe.Features) > 0 && (len(probe.Edges) == 0 || probe.Edges[0]["mu"] != nil)
}

// Over returns the graph over more features, or over the same features in another order. It returns an error if features lacks a feature of
// the graph.
func Over(d *dag.DAG, features []string) (*dag.DAG, error) {
	if d == nil {
		return nil, errors.New("compare: checking the order: the graph must not be nil")
	}
	whole, err := over(d, features)
	if err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	return whole, nil
}

// over is Over for a graph that is not nil. Its errors omit the package's name.
func over(d *dag.DAG, features []string) (*dag.DAG, error) {
	at := make([]int, len(d.Features))
	for i, name := range d.Features {
		if at[i] = slices.Index(features, name); at[i] < 0 {
			return nil, fmt.Errorf("the order names the feature %q, but the features of the data are %q", name, features)
		}
	}
	edges, bounds, ties := slices.Clone(d.Edges), slices.Clone(d.Bounds), slices.Clone(d.Ties)
	for i := range edges {
		edges[i].U, edges[i].V = at[edges[i].U], at[edges[i].V]
	}
	for i := range bounds {
		bounds[i].K = at[bounds[i].K]
	}
	for i := range ties {
		ties[i].U, ties[i].V = at[ties[i].U], at[ties[i].V]
	}
	directions := slices.Clone(d.Directions)
	for i := range directions {
		directions[i].K = at[directions[i].K]
	}
	over, err := dag.New(features, edges, bounds, ties)
	if err == nil {
		over, err = over.WithDirections(directions...)
	}
	if err == nil && d.Report != nil {
		report := *d.Report
		report.Means = nil // the means belong to other features
		over.Report = &report
	}
	return over, err
}

// Ask returns a study of a table. It compares models that predict the spec's target, with and without an order: the text of a file that
// ParseOrder reads, or "" for none. The settings are those of DefaultConfig. You can change Config.Gate and the training settings, but not
// the folds. The encoding is learned from all rows.
//
//	s, e, err := compare.Ask(models.LinearSpec(), t, encode.DefaultSpec("price"), "ranks: [[size, age]]")
//	v, err := workflow.Run(ctx, backend, s, workflow.Options{})
//
// It returns the errors of FromTable and of ParseOrder.
func Ask(model models.Spec, t *table.Table, spec encode.Spec, order string) (Study, *encode.Encoding, error) {
	e, err := encode.Fit(t, nil, spec)
	if err != nil {
		return Study{}, nil, fmt.Errorf("compare: %w", err)
	}
	_, names := e.Groups()
	d, err := dag.New(names, nil, nil, nil)
	if order != "" {
		d, err = ParseOrder("the order", []byte(order), names, dag.AbsoluteScore)
	}
	if err != nil {
		return Study{}, nil, err
	}
	s := Study{Config: DefaultConfig(model, len(e.Classes()))}
	s.Problem, e, err = FromTable(context.Background(), s.Config, t, spec, spec.SplitOptions(t, s.Config.Seed), Fixed(d))
	return s, e, err
}
