package blackbox

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/study/internal/records"
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

// load reads a set.
func load(name string) (*set, error) {
	number, even := records.Number, func(i int, _ records.Record) bool { return i%2 == 0 }
	switch name {
	case weather:
		return read("weather", task.Loss{}, datasets.WeatherTable(), even, number("temp_max"), append(records.Sky(), records.Levels("location", "New York").Called("New York"))...)
	case elsewhere:
		seattle := func(_ int, r records.Record) bool { return r["location"] == "Seattle" }
		return read("seattle", task.Loss{}, datasets.WeatherTable(), seattle, number("temp_max"), records.Sky()...)
	case penguins:
		return read("penguins", task.Loss{}, datasets.Penguins(), even, number("body_mass_g"), records.Levels("species", "Chinstrap", "Gentoo").Called("Chinstrap", "Gentoo"),
			number("bill_length_mm"), number("bill_depth_mm"), number("flipper_length_mm"), records.Levels("sex", "male").Called("male"))
	case anes96:
		return read("anes96", task.Loss{Kind: task.KindLogistic}, datasets.Anes96(), even, records.Class("vote", "Clinton", "Dole"), records.Voter()...)
	}
	return nil, fmt.Errorf("blackbox: no set %q, expected one of %q", name, Sets())
}

// read takes the complete records of a file, some of which the teacher was trained on.
func read(teacher string, loss task.Loss, file datasets.File, taught func(i int, r records.Record) bool, target records.Feature, features ...records.Feature) (*set, error) {
	s := &set{teacher: teacher, loss: loss}
	var err error
	if s.rows, err = records.Read(file, features, target, func(r records.Record) { s.taught = append(s.taught, taught(len(s.taught), r)) }); err != nil {
		return nil, fmt.Errorf("blackbox: %w", err)
	}
	s.features, _ = records.Columns(features)
	return s, nil
}

// data is some of the rows.
func (s *set) data(rows []int) igbo.Data { return records.Data(s.features, s.rows, rows) }

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
