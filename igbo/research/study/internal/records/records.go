// Package records converts committed tables to numbers. The inputs are a file and, for each feature, the function that reads
// its columns from a record. The rows have the columns of all features, then the target.
package records

import (
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
)

// Record is a line of a file with values by column name.
type Record map[string]string

// Feature has one or more columns, which are computed from a record.
type Feature struct {
	Name    string
	Columns []string
	Read    func(r Record) ([]float64, error)
}

// Number returns a feature with one numeric column.
func Number(name string) Feature { return Changed(name, func(x float64) float64 { return x }) }

// Changed returns a numeric feature to which a function is applied.
func Changed(name string, f func(float64) float64) Feature {
	return Feature{name, []string{name}, func(r Record) ([]float64, error) {
		x, err := strconv.ParseFloat(r[name], 64)
		return []float64{f(x)}, err
	}}
}

// Levels returns a categorical feature with a 0/1 column for each of the given levels.
func Levels(name string, of ...string) Feature {
	f := Feature{Name: name, Read: func(r Record) ([]float64, error) {
		x := make([]float64, len(of))
		if i := slices.Index(of, r[name]); i >= 0 {
			x[i] = 1
		}
		return x, nil
	}}
	for _, level := range of {
		f.Columns = append(f.Columns, name+"="+level)
	}
	return f
}

// Class returns a categorical target: the index of its value. Reading returns an error for another value.
func Class(name string, of ...string) Feature {
	return Feature{name, []string{name}, func(r Record) ([]float64, error) {
		i := slices.Index(of, r[name])
		if i < 0 {
			return nil, fmt.Errorf("unknown class %q, want one of %q", r[name], of)
		}
		return []float64{float64(i)}, nil
	}}
}

// Called returns a feature with other column names.
func (f Feature) Called(columns ...string) Feature {
	f.Columns = columns
	return f
}

// Season is a feature that is −1 in mid-January and 1 in mid-July.
var Season = Feature{"date", []string{"season"}, func(r Record) ([]float64, error) {
	day, err := time.Parse(time.DateOnly, r["date"])
	return []float64{-math.Cos(2 * math.Pi * float64(day.YearDay()-15) / 365.25)}, err
}}

// Sky returns the weather features of a day. Rain is a logarithm, because most days have none and some have very much.
func Sky() []Feature {
	return []Feature{Number("temp_min"), Season, Levels("weather", "sun").Called("sun"), Number("wind"), Changed("precipitation", math.Log1p)}
}

// Voter returns the features of a voter. The population of the town is a logarithm.
func Voter() []Feature {
	return []Feature{
		Changed("popul", math.Log1p), Number("TVnews"), Number("selfLR"), Number("ClinLR"), Number("DoleLR"),
		Number("PID"), Number("age"), Number("educ"), Number("income"),
	}
}

// Read reads the complete records of a file. It calls of, if it is not nil, with each record that it takes.
func Read(file datasets.File, features []Feature, target Feature, of func(r Record)) (rows [][]float64, err error) {
	lines, err := csv.NewReader(file.Reader()).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file.Name, err)
	}
	for _, line := range lines[1:] {
		if slices.Contains(line, "NA") {
			continue
		}
		r := Record{}
		for i, name := range lines[0] {
			r[name] = line[i]
		}
		var row []float64
		for _, f := range append(slices.Clone(features), target) {
			x, err := f.Read(r)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", file.Name, err)
			}
			row = append(row, x...)
		}
		if rows = append(rows, row); of != nil {
			of(r)
		}
	}
	return rows, nil
}

// Columns returns the names of the columns and the column indices of each feature.
func Columns(features []Feature) (names []string, groups [][]int) {
	for _, f := range features {
		var group []int
		for _, c := range f.Columns {
			group, names = append(group, len(names)), append(names, c)
		}
		groups = append(groups, group)
	}
	return names, groups
}

// Data returns some of the rows as data with these column names.
func Data(names []string, rows [][]float64, some []int) igbo.Data {
	d := igbo.Data{Features: names, Steps: 1}
	for _, i := range some {
		d.X, d.Y = append(d.X, rows[i][:len(names)]...), append(d.Y, rows[i][len(names)])
	}
	return d
}

// Column returns column k of rows with d numbers.
func Column(x []float64, d, k int) (values []float64) {
	for i := k; i < len(x); i += d {
		values = append(values, x[i])
	}
	return values
}
