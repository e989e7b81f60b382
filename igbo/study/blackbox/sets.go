package blackbox

import (
	"encoding/csv"
	"fmt"
	"hash/fnv"
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
	weather   = "weather"
	elsewhere = "weather, New York after Seattle"
	penguins  = "penguins, mass"
	anes96    = "anes96, vote"
)

// Sets lists the names of the sets.
func Sets() []string { return []string{weather, penguins, anes96, elsewhere} }

// set is a table with the teacher that was trained on some of its rows.
type set struct {
	teacher  string
	loss     task.Loss
	features []string
	rows     [][]float64 // columns, then the target
	taught   []bool      // rows that the teacher was trained on
}

// row reads columns and target of a record.
type row func(cell map[string]string) (columns []float64, err error)

// fields reads numbers by their names.
func fields(cell map[string]string, names ...string) (x []float64, err error) {
	for _, name := range names {
		v, err := strconv.ParseFloat(cell[name], 64)
		if err != nil {
			return nil, err
		}
		x = append(x, v)
	}
	return x, nil
}

func is(truth bool) float64 {
	if truth {
		return 1
	}
	return 0
}

var sky = []string{"temp_min", "season", "sun", "wind", "precipitation"}

// day reads what was measured: the season is −1 in mid-January and 1 in mid-July, rain in logarithms.
func day(cell map[string]string) ([]float64, error) {
	x, err := fields(cell, "temp_min", "wind", "precipitation", "temp_max")
	if err != nil {
		return nil, err
	}
	at, err := time.Parse(time.DateOnly, cell["date"])
	if err != nil {
		return nil, err
	}
	season := -math.Cos(2 * math.Pi * float64(at.YearDay()-15) / 365.25)
	return []float64{x[0], season, is(cell["weather"] == "sun"), x[1], math.Log1p(x[2]), x[3]}, nil
}

// load reads a set.
func load(name string) (*set, error) {
	even := func(i int, _ map[string]string) bool { return i%2 == 0 }
	switch name {
	case weather:
		s := &set{teacher: "weather", features: append(slices.Clone(sky), "New York")}
		return s, s.read(datasets.WeatherTable(), even, func(cell map[string]string) ([]float64, error) {
			x, err := day(cell)
			return slices.Insert(x, len(x)-1, is(cell["location"] == "New York")), err
		})
	case elsewhere:
		s := &set{teacher: "seattle", features: sky}
		return s, s.read(datasets.WeatherTable(), func(_ int, cell map[string]string) bool { return cell["location"] == "Seattle" }, day)
	case penguins:
		s := &set{teacher: "penguins", features: []string{"Chinstrap", "Gentoo", "bill_length_mm", "bill_depth_mm", "flipper_length_mm", "male"}}
		return s, s.read(datasets.Penguins(), even, func(cell map[string]string) ([]float64, error) {
			x, err := fields(cell, "bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g")
			if err != nil {
				return nil, err
			}
			return []float64{is(cell["species"] == "Chinstrap"), is(cell["species"] == "Gentoo"), x[0], x[1], x[2], is(cell["sex"] == "male"), x[3]}, nil
		})
	case anes96:
		s := &set{teacher: "anes96", loss: task.Loss{Kind: task.KindLogistic}, features: []string{"popul", "TVnews", "selfLR", "ClinLR", "DoleLR", "PID", "age", "educ", "income"}}
		return s, s.read(datasets.Anes96(), even, func(cell map[string]string) ([]float64, error) {
			x, err := fields(cell, s.features...)
			if err != nil {
				return nil, err
			}
			x[0] = math.Log1p(x[0])
			return append(x, is(cell["vote"] == "Dole")), nil
		})
	}
	return nil, fmt.Errorf("blackbox: no set %q, expected one of %q", name, Sets())
}

// read takes the complete records of a file.
func (s *set) read(file datasets.File, taught func(i int, cell map[string]string) bool, read row) error {
	records, err := csv.NewReader(file.Reader()).ReadAll()
	if err != nil {
		return fmt.Errorf("blackbox: %s: %w", file.Name, err)
	}
	for _, record := range records[1:] {
		if slices.Contains(record, "NA") {
			continue
		}
		cell := map[string]string{}
		for i, name := range records[0] {
			cell[name] = record[i]
		}
		x, err := read(cell)
		if err != nil {
			return fmt.Errorf("blackbox: %s: %w", file.Name, err)
		}
		s.taught = append(s.taught, taught(len(s.rows), cell))
		s.rows = append(s.rows, x)
	}
	return nil
}

// data is some of the rows.
func (s *set) data(rows []int) igbo.Data {
	d := igbo.Data{Features: s.features, Steps: 1}
	for _, i := range rows {
		d.X, d.Y = append(d.X, s.rows[i][:len(s.features)]...), append(d.Y, s.rows[i][len(s.features)])
	}
	return d
}

// own are the rows that the teacher was trained on, or the others.
func (s *set) own(teachers bool) (rows []int) {
	for i, taught := range s.taught {
		if taught == teachers {
			rows = append(rows, i)
		}
	}
	return rows
}

// generator is that of a draw of n samples.
func generator(name string, n int, seed int64) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name))
	return rand.New(rand.NewPCG(uint64(seed), h.Sum64()+uint64(n)))
}

// draw takes n rows to train on that the teacher has not seen, with two of every class at least, and at most so
// many others to test on.
func (s *set) draw(rng *rand.Rand, n, test int) (train, held igbo.Data, err error) {
	rows := s.own(false)
	if n+1 > len(rows) {
		return train, held, fmt.Errorf("blackbox: %d samples, expected at most %d", n, len(rows)-1)
	}
	for range 10_000 {
		rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		train = s.data(rows[:n])
		ones := 0.0
		for _, y := range train.Y {
			ones += y
		}
		if s.loss.Is(task.KindSquared) || ones >= 2 && ones <= float64(n-2) {
			return train, s.data(rows[n:min(n+test, len(rows))]), nil
		}
	}
	return train, held, fmt.Errorf("blackbox: no %d samples with two of every class", n)
}
