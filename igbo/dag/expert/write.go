package expert

import (
	_ "embed"
	"fmt"
	"slices"

	"github.com/goccy/go-yaml"

	"github.com/igbolab/igbolab/igbo/dag"
)

//go:embed expert.schema.json
var schema []byte

// Schema returns the JSON Schema of expert files.
func Schema() []byte { return slices.Clone(schema) }

// document is the serialised form of a Prior; see Schema.
type document struct {
	Comment    string        `yaml:"comment,omitempty" json:"comment,omitempty"`
	Score      string        `yaml:"score,omitempty" json:"score,omitempty"`
	Intervals  any           `yaml:"intervals,omitempty" json:"intervals,omitempty"`
	Features   []string      `yaml:"features,omitempty,flow" json:"features,omitempty"`
	Ranks      []fileOrder   `yaml:"ranks,omitempty" json:"ranks,omitempty"`
	Tiers      []fileOrder   `yaml:"tiers,omitempty" json:"tiers,omitempty"`
	Edges      []fileEdge    `yaml:"edges,omitempty" json:"edges,omitempty"`
	Ties       []fileTie     `yaml:"ties,omitempty" json:"ties,omitempty"`
	Bounds     []fileBound   `yaml:"bounds,omitempty" json:"bounds,omitempty"`
	Directions yaml.MapSlice `yaml:"directions,omitempty" json:"directions,omitempty"`
}

type fileOrder struct {
	Order      any      `yaml:"order,flow" json:"order"`
	Epsilon    *float64 `yaml:"epsilon,omitempty" json:"epsilon,omitempty"`
	Delta      *float64 `yaml:"delta,omitempty" json:"delta,omitempty"`
	Confidence *float64 `yaml:"confidence,omitempty" json:"confidence,omitempty"`
	Comment    string   `yaml:"comment,omitempty" json:"comment,omitempty"`
}

type fileEdge struct {
	U          string   `yaml:"u" json:"u"`
	V          string   `yaml:"v" json:"v"`
	Epsilon    *float64 `yaml:"epsilon,omitempty" json:"epsilon,omitempty"`
	Delta      *float64 `yaml:"delta,omitempty" json:"delta,omitempty"`
	Confidence *float64 `yaml:"confidence,omitempty" json:"confidence,omitempty"`
	Comment    string   `yaml:"comment,omitempty" json:"comment,omitempty"`
}

type fileTie struct {
	Features []string `yaml:"features,flow" json:"features"`
	Within   *float64 `yaml:"within,omitempty" json:"within,omitempty"`
	Comment  string   `yaml:"comment,omitempty" json:"comment,omitempty"`
}

type fileBound struct {
	Feature string   `yaml:"feature" json:"feature"`
	Min     *float64 `yaml:"min,omitempty" json:"min,omitempty"`
	Max     *float64 `yaml:"max,omitempty" json:"max,omitempty"`
	Comment string   `yaml:"comment,omitempty" json:"comment,omitempty"`
}

// YAML returns the statements as an expert file, grouped by kind. Parse can read the result. YAML
// checks the statements as Parse does.
func (e *Prior) YAML() ([]byte, error) {
	if e == nil {
		return nil, errNil
	}
	out := document{Comment: e.Comment, Features: e.Features, Score: string(e.Score)}
	if e.Score == dag.AnyScore {
		out.Score = ""
	}
	var err error
	if err = e.Intervals.check(); err != nil {
		return nil, e.intervalsError("%v", err)
	}
	out.Intervals = e.Intervals.file()
	for i, s := range e.Statements {
		if err := s.check(); err != nil {
			return nil, fmt.Errorf("expert: %s: %w", s.where(i), err)
		}
		switch s.Kind {
		case KindRank:
			names := make([]string, len(s.Groups))
			for i, g := range s.Groups {
				names[i] = g[0]
			}
			out.Ranks = append(out.Ranks, fileOrder{names, s.Epsilon, s.Delta, s.Confidence, s.Comment})
		case KindTiers:
			out.Tiers = append(out.Tiers, fileOrder{s.Groups, s.Epsilon, s.Delta, s.Confidence, s.Comment})
		case KindEdge:
			out.Edges = append(out.Edges, fileEdge{s.Groups[0][0], s.Groups[1][0], s.Epsilon, s.Delta, s.Confidence, s.Comment})
		case KindTie:
			out.Ties = append(out.Ties, fileTie{s.Groups[0], s.Within, s.Comment})
		case KindDirection:
			if out.Directions, err = directed(out.Directions, s); err != nil {
				return nil, fmt.Errorf("expert: %s: %w", s.where(i), err)
			}
		case KindBound:
			out.Bounds = append(out.Bounds, fileBound{s.Groups[0][0], s.Min, s.Max, s.Comment})
		}
	}
	text, err := yaml.MarshalWithOptions(out, yaml.IndentSequence(true))
	if err != nil {
		return nil, fmt.Errorf("expert: YAML: %w", err)
	}
	return text, nil
}
