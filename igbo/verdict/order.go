package verdict

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/expert"
	"github.com/igbolab/igbolab/igbo/internal/named"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/table"
	"github.com/igbolab/igbolab/igbo/table/encode"
)

// ParseOrder reads an order over features from a file's text: an expert's statements, as YAML or
// JSON, or the JSON of a graph, as igbo dag writes it. A file may speak of some of the
// features. The expert's statements are taken to be about score where they do not say.
// Errors: those of package expert and of the graph's JSON, with the file's name; a feature that
// is none of these.
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
			return nil, fmt.Errorf("verdict: %s: %w", file, err)
		}
		d.Features = table.Composed(d.Features...)
		d2, err := Over(&d, features)
		if err != nil {
			return nil, fmt.Errorf("verdict: %s: %w", file, named.Once("verdict", err))
		}
		return d2, nil
	}
	opinion, err := expert.Parse(file, text)
	if err != nil {
		return nil, err
	}
	for _, name := range opinion.Features {
		if !slices.Contains(features, name) {
			return nil, fmt.Errorf("verdict: %s speaks of the feature %q, the data have %q", file, name, features)
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

// isGraph tells JSON of a graph from that of an expert, whose edges do not stand beside features
// alone: a graph's edges have the key mu.
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

// Over is a graph over more features, or in another order. Error: a feature of the graph that is
// none of them.
func Over(d *dag.DAG, features []string) (*dag.DAG, error) {
	if d == nil {
		return nil, errors.New("verdict: no order, expected a graph")
	}
	at := make([]int, len(d.Features))
	for i, name := range d.Features {
		if at[i] = slices.Index(features, name); at[i] < 0 {
			return nil, fmt.Errorf("verdict: the order speaks of the feature %q, the data have %q", name, features)
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
		report.Means = nil // of other features
		over.Report = &report
	}
	return over, err
}

// Ask makes a study of a table: whether an order, the text of a file that ParseOrder reads ("" for
// none), helps a model to predict the spec's target. Settings are those of DefaultConfig; Config.Gate and
// how the study trains may be changed, not its folds. The encoding was learned from all rows.
//
//	s, e, err := verdict.Ask(models.LinearSpec(), t, encode.DefaultSpec("price"), "ranks: [[size, age]]")
//	v, err := study.Run(ctx, backend, s, study.Options{})
//
// Errors: those of FromTable and of ParseOrder.
func Ask(model models.Spec, t *table.Table, spec encode.Spec, order string) (Study, *encode.Encoding, error) {
	e, err := encode.Fit(t, nil, spec)
	if err != nil {
		return Study{}, nil, fmt.Errorf("verdict: %w", named.Once("verdict", err))
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
