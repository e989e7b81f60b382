// Package records converts committed tables to numbers. The inputs are a file and, for each feature, the function that reads its columns from a record. The
// rows have the columns of all features, then the target.
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

// Record is a line of a file by the names of its columns.
type Record map[string]string

// Feature has one column or more, which are read of a record.
type Feature struct {
	Name    string
	Columns []string
	Read    func(r Record) ([]float64, error)
}

// Number returns a feature that is one.
func Number(name string) Feature { return Changed(name, func(x float64) float64 { return x }) }

// Changed returns a number after a function.
func Changed(name string, f func(float64) float64) Feature {
	return Feature{name, []string{name}, func(r Record) ([]float64, error) {
		x, err := strconv.ParseFloat(r[name], 64)
		return []float64{f(x)}, err
	}}
}

// Levels returns a category with a column of 0 and 1 for each of some of its levels.
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

// Class returns a target of names: the index of its value. Error: another one.
func Class(name string, of ...string) Feature {
	return Feature{name, []string{name}, func(r Record) ([]float64, error) {
		i := slices.Index(of, r[name])
		if i < 0 {
			return nil, fmt.Errorf("the class is %q, want one of %q", r[name], of)
		}
		return []float64{float64(i)}, nil
	}}
}

// Called returns a feature with other names of its columns.
func (f Feature) Called(columns ...string) Feature {
	f.Columns = columns
	return f
}

// Season is −1 in mid-January and 1 in mid-July.
var Season = Feature{"date", []string{"season"}, func(r Record) ([]float64, error) {
	day, err := time.Parse(time.DateOnly, r["date"])
	return []float64{-math.Cos(2 * math.Pi * float64(day.YearDay()-15) / 365.25)}, err
}}

// Sky returns the features of a day; rain in logarithms, as most days have none and some very much.
func Sky() []Feature {
	return []Feature{Number("temp_min"), Season, Levels("weather", "sun").Called("sun"), Number("wind"), Changed("precipitation", math.Log1p)}
}

// Voter returns the features of a voter. The size of the town is a logarithm.
func Voter() []Feature {
	return []Feature{
		Changed("popul", math.Log1p), Number("TVnews"), Number("selfLR"), Number("ClinLR"), Number("DoleLR"),
		Number("PID"), Number("age"), Number("educ"), Number("income"),
	}
}

// Read reads the complete records of a file; of tells more of a record that is taken, where it is not nil.
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

// Columns returns the names of the columns, groups those of each feature.
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

// Data is some of the rows, with these names of columns.
func Data(names []string, rows [][]float64, some []int) igbo.Data {
	d := igbo.Data{Features: names, Steps: 1}
	for _, i := range some {
		d.X, d.Y = append(d.X, rows[i][:len(names)]...), append(d.Y, rows[i][len(names)])
	}
	return d
}

// Column is column k of rows of d numbers.
func Column(x []float64, d, k int) (values []float64) {
	for i := k; i < len(x); i += d {
		values = append(values, x[i])
	}
	return values
}
