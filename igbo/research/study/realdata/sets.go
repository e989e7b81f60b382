package realdata

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/goccy/go-yaml"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/expert"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/internal/records"
	"github.com/igbolab/igbolab/igbo/task"
)

// The sets.
const (
	weatherDays     = "weather, few days"
	weatherPlaces   = "weather, Seattle to New York"
	penguinsMass    = "penguins, mass"
	penguinsSpecies = "penguins, species"
	anes96          = "anes96, vote"
	statecrime      = "statecrime, murders"
)

// Sets lists the names of the sets.
func Sets() []string {
	return []string{weatherDays, weatherPlaces, penguinsMass, anes96, statecrime, penguinsSpecies}
}

// pooled are the sets of the goals.
var pooled = []string{weatherDays, penguinsMass, anes96}

// set is a table with the statements of experts.
type set struct {
	name string
	// order and signs are the names of their files and parts.
	order, signs string
	loss         task.Loss
	outputs      int
	features     []records.Feature
	rows         [][]float64 // columns, then the target
	test         []bool      // rows for testing only; nil: every row can be for training or testing
}

// loaders load the sets.
var loaders = map[string]func() (*set, error){
	weatherDays: func() (*set, error) {
		s := &set{order: "weather", signs: "weather", features: append(records.Sky(), records.Levels("location", "New York"))}
		return s, s.load(datasets.WeatherTable(), records.Number("temp_max"), nil)
	},
	weatherPlaces: func() (*set, error) {
		s := &set{order: "weather", signs: "weather", features: records.Sky()}
		return s, s.load(datasets.WeatherTable(), records.Number("temp_max"), func(r records.Record) { s.test = append(s.test, r["location"] == "New York") })
	},
	penguinsMass: func() (*set, error) {
		s := &set{order: "penguins", signs: "penguins", features: append([]records.Feature{records.Levels("species", "Chinstrap", "Gentoo")}, body()...)}
		return s, s.load(datasets.Penguins(), records.Number("body_mass_g"), nil)
	},
	penguinsSpecies: func() (*set, error) {
		s := &set{order: "penguins-species", features: append(body(), records.Number("body_mass_g")), loss: task.Loss{Kind: task.KindSoftmax}, outputs: 3}
		return s, s.load(datasets.Penguins(), records.Class("species", "Adelie", "Chinstrap", "Gentoo"), nil)
	},
	anes96: func() (*set, error) {
		s := &set{order: "anes96", signs: "anes96", loss: task.Loss{Kind: task.KindLogistic}, features: records.Voter()}
		return s, s.load(datasets.Anes96(), records.Class("vote", "Clinton", "Dole"), nil)
	},
	statecrime: func() (*set, error) {
		s := &set{order: "statecrime", signs: "statecrime"}
		for _, name := range []string{"hs_grad", "poverty", "single", "white", "urban"} {
			s.features = append(s.features, records.Number(name))
		}
		return s, s.load(datasets.Statecrime(), records.Number("murder"), nil)
	},
}

// body returns the features of a penguin that predict its mass and its species.
func body() []records.Feature {
	return []records.Feature{
		records.Levels("island", "Dream", "Torgersen"), records.Number("bill_length_mm"), records.Number("bill_depth_mm"),
		records.Number("flipper_length_mm"), records.Levels("sex", "male"), records.Number("year"),
	}
}

// load reads the complete rows of a file.
func (s *set) load(file datasets.File, target records.Feature, of func(r records.Record)) (err error) {
	if s.rows, err = records.Read(file, s.features, target, of); err != nil {
		return fmt.Errorf("realdata: %w", err)
	}
	s.outputs = max(s.outputs, 1)
	return nil
}

// columns returns the names of the columns and the columns of each feature.
func (s *set) columns() (names []string, groups [][]int) { return records.Columns(s.features) }

// draw draws n training rows with at least two of every class, and at most test other rows for testing.
func (s *set) draw(rng *rand.Rand, n, test int) (train, held igbo.Data, err error) {
	for range 10_000 {
		var rows [2][]int
		for _, i := range rng.Perm(len(s.rows)) {
			kind := 1
			if len(rows[0]) < n && (s.test == nil || !s.test[i]) {
				kind = 0
			}
			if kind == 0 || len(rows[1]) < test && (s.test == nil || s.test[i]) {
				rows[kind] = append(rows[kind], i)
			}
		}
		if s.varied(rows[0]) {
			return s.data(rows[0]), s.data(rows[1]), nil
		}
	}
	return train, held, fmt.Errorf("realdata: %s: found no %d samples with at least two of each class", s.name, n)
}

// varied reports whether every class occurs at least twice.
func (s *set) varied(rows []int) bool {
	if s.loss.Is(task.KindSquared) {
		return true
	}
	count := make([]int, max(s.outputs, 2))
	for _, i := range rows {
		count[int(s.rows[i][len(s.rows[i])-1])]++
	}
	return slices.Min(count) >= 2
}

func (s *set) data(rows []int) igbo.Data {
	names, _ := s.columns()
	return records.Data(names, s.rows, rows)
}

//go:embed signs.yaml
var signsText []byte

// Direction is the direction in which a column changes the target, with a reason.
type Direction struct {
	Sign int    `yaml:"sign"`
	Why  string `yaml:"why"`
}

// Directions returns the directions of the columns of each set, by the set's name.
func Directions() (map[string]map[string]Direction, error) {
	var all map[string]map[string]Direction
	if err := yaml.UnmarshalWithOptions(signsText, &all, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("realdata: signs.yaml: %w", err)
	}
	return all, nil
}

// direction returns the signs of the columns; nil if none are known.
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
		switch {
		case i < 0:
			return nil, fmt.Errorf("realdata: signs.yaml: %s: column %s not found, want one of %q", s.signs, name, names)
		case d.Sign != 1 && d.Sign != -1:
			return nil, fmt.Errorf("realdata: signs.yaml: %s: the sign of %s must be 1 or -1, got %d", s.signs, name, d.Sign)
		case d.Why == "":
			return nil, fmt.Errorf("realdata: signs.yaml: %s: %s must have a reason", s.signs, name)
		}
		signs[i] = d.Sign
	}
	return signs, nil
}

// graph returns the expert's order over the features of the set. For features that the set lacks, it keeps what the order
// implies about the others.
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
	names := study.Each(s.features, func(f records.Feature) string { return f.Name })
	var edges []dag.Edge
	for _, e := range d.Edges {
		u, v := slices.Index(names, d.Features[e.U]), slices.Index(names, d.Features[e.V])
		if u >= 0 && v >= 0 {
			e.U, e.V = u, v
			edges = append(edges, e)
		}
	}
	return benchmark.Bare(names, edges)
}

// placebo returns the order with randomly exchanged features, in which at least one edge is new.
func placebo(d *dag.DAG, rng *rand.Rand) (*dag.DAG, error) {
	for range 1000 {
		other, err := benchmark.Relabelled(d, rng.Perm(len(d.Features)))
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(other.Edges, func(e dag.Edge) bool { return !d.HasEdgeFromTo(int64(e.U), int64(e.V)) }) {
			return benchmark.Bare(d.Features, other.Edges)
		}
	}
	return nil, fmt.Errorf("realdata: no permutation of the %d features changes the order", len(d.Features))
}

// reversed returns the order with all edges reversed.
func reversed(d *dag.DAG) (*dag.DAG, error) {
	return benchmark.Bare(d.Features, study.Each(d.Edges, func(e dag.Edge) dag.Edge { return dag.Edge{U: e.V, V: e.U} }))
}
