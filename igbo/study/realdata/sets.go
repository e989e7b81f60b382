package realdata

import (
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
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

// pooled are the sets that the goals are about.
var pooled = []string{weatherDays, penguinsMass, anes96}

// set is a table with what experts say of it.
type set struct {
	name string
	// order and signs are names of their files and parts.
	order, signs string
	loss         task.Loss
	outputs      int
	// features have one column each, or more.
	features []feature
	rows     [][]float64 // columns, then the target
	test     []bool      // rows that may be tested on alone; nil: any may be either
}

type feature struct {
	name    string
	columns []string
	read    func(cell map[string]string) ([]float64, error)
}

// number is a feature that is one.
func number(name string) feature { return changed(name, name, func(x float64) float64 { return x }) }

// changed is a number after a function.
func changed(name, column string, f func(float64) float64) feature {
	return feature{name, []string{column}, func(cell map[string]string) ([]float64, error) {
		x, err := strconv.ParseFloat(cell[name], 64)
		return []float64{f(x)}, err
	}}
}

// levels is a category with a column of 0 and 1 for each of some of its levels.
func levels(name string, of ...string) feature {
	f := feature{name: name, read: func(cell map[string]string) ([]float64, error) {
		x := make([]float64, len(of))
		if i := slices.Index(of, cell[name]); i >= 0 {
			x[i] = 1
		}
		return x, nil
	}}
	for _, level := range of {
		f.columns = append(f.columns, name+"="+level)
	}
	return f
}

// season is −1 in mid-January and 1 in mid-July.
var season = feature{"date", []string{"season"}, func(cell map[string]string) ([]float64, error) {
	day, err := time.Parse(time.DateOnly, cell["date"])
	return []float64{-math.Cos(2 * math.Pi * float64(day.YearDay()-15) / 365.25)}, err
}}

var sun = feature{"weather", []string{"sun"}, func(cell map[string]string) ([]float64, error) {
	if cell["weather"] == "sun" {
		return []float64{1}, nil
	}
	return []float64{0}, nil
}}

// loaders make the sets.
var loaders = map[string]func() (*set, error){
	weatherDays: func() (*set, error) {
		s := &set{order: "weather", signs: "weather", features: append(sky(), levels("location", "New York"))}
		return s, s.load(datasets.WeatherTable(), number("temp_max"), nil)
	},
	weatherPlaces: func() (*set, error) {
		s := &set{order: "weather", signs: "weather", features: sky()}
		return s, s.load(datasets.WeatherTable(), number("temp_max"), func(cell map[string]string) bool { return cell["location"] == "New York" })
	},
	penguinsMass: func() (*set, error) {
		s := &set{order: "penguins", signs: "penguins", features: append([]feature{levels("species", "Chinstrap", "Gentoo")}, body()...)}
		return s, s.load(datasets.Penguins(), number("body_mass_g"), nil)
	},
	penguinsSpecies: func() (*set, error) {
		s := &set{order: "penguins-species", features: append(body(), number("body_mass_g")), loss: task.Loss{Kind: task.KindSoftmax}, outputs: 3}
		return s, s.load(datasets.Penguins(), class("species", "Adelie", "Chinstrap", "Gentoo"), nil)
	},
	anes96: func() (*set, error) {
		s := &set{order: "anes96", signs: "anes96", loss: task.Loss{Kind: task.KindLogistic}, features: []feature{
			changed("popul", "popul", math.Log1p), number("TVnews"), number("selfLR"), number("ClinLR"), number("DoleLR"),
			number("PID"), number("age"), number("educ"), number("income"),
		}}
		return s, s.load(datasets.Anes96(), class("vote", "Clinton", "Dole"), nil)
	},
	statecrime: func() (*set, error) {
		s := &set{order: "statecrime", signs: "statecrime", features: []feature{
			number("hs_grad"), number("poverty"), number("single"), number("white"), number("urban"),
		}}
		return s, s.load(datasets.Statecrime(), number("murder"), nil)
	},
}

// sky are the features of a day; rain in logarithms, as most days have none and some very much.
func sky() []feature {
	return []feature{number("temp_min"), season, sun, number("wind"), changed("precipitation", "precipitation", math.Log1p)}
}

// body are those of a penguin that tell its mass and its species.
func body() []feature {
	return []feature{
		levels("island", "Dream", "Torgersen"), number("bill_length_mm"), number("bill_depth_mm"),
		number("flipper_length_mm"), levels("sex", "male"), number("year"),
	}
}

// class is a target of names.
func class(name string, of ...string) feature {
	return feature{name, []string{name}, func(cell map[string]string) ([]float64, error) {
		i := slices.Index(of, cell[name])
		if i < 0 {
			return nil, fmt.Errorf("realdata: the class %q, expected one of %q", cell[name], of)
		}
		return []float64{float64(i)}, nil
	}}
}

// load reads a file, without rows that lack something.
func (s *set) load(file datasets.File, target feature, test func(cell map[string]string) bool) error {
	records, err := csv.NewReader(file.Reader()).ReadAll()
	if err != nil {
		return fmt.Errorf("realdata: %s: %w", file.Name, err)
	}
	for _, record := range records[1:] {
		if slices.Contains(record, "NA") {
			continue
		}
		cell := map[string]string{}
		for i, name := range records[0] {
			cell[name] = record[i]
		}
		var row []float64
		for _, f := range append(slices.Clone(s.features), target) {
			x, err := f.read(cell)
			if err != nil {
				return fmt.Errorf("realdata: %s: %w", file.Name, err)
			}
			row = append(row, x...)
		}
		s.rows = append(s.rows, row)
		if test != nil {
			s.test = append(s.test, test(cell))
		}
	}
	s.outputs = max(s.outputs, 1)
	return nil
}

// columns are the names of the columns, groups those of each feature.
func (s *set) columns() (names []string, groups [][]int) {
	for _, f := range s.features {
		var group []int
		for _, c := range f.columns {
			group, names = append(group, len(names)), append(names, c)
		}
		groups = append(groups, group)
	}
	return names, groups
}

func (s *set) names() (names []string) {
	for _, f := range s.features {
		names = append(names, f.name)
	}
	return names
}

// draw takes n rows to train on, at least two of every class, and at most so many others to test.
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
	return train, held, fmt.Errorf("realdata: %s: no %d samples with two of every class", s.name, n)
}

// varied tells whether every class is there twice.
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
	d := igbo.Data{Features: names, Steps: 1}
	for _, i := range rows {
		row := s.rows[i]
		d.X, d.Y = append(d.X, row[:len(names)]...), append(d.Y, row[len(names)])
	}
	return d
}
