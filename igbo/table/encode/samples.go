package encode

import (
	"slices"

	"github.com/igbolab/igbolab/igbo/table"
)

// Samples holds N samples of T steps and D features, with one target a step.
type Samples struct {
	// Features names the D columns, such as "body_mass_g" and "island=Dream".
	Features []string
	// Groups lists the columns of each feature as the user has it, GroupNames its name.
	Groups     [][]int
	GroupNames []string
	// Steps is T, Outputs the number of targets a step.
	Steps, Outputs int
	// X holds N·T·D inputs; Y N·T targets, nil without a target.
	X, Y []float64
	// Mask is true at the valid steps of padded series; nil where all are valid.
	Mask []bool
	// Weights holds N weights, nil without.
	Weights []float64
	// Keys names the samples: the key, the ID of a series, or the row from 1.
	Keys []string
	// Rows are the rows of the table, a list each sample.
	Rows [][]int
	// Classes are the classes of the target; nil is regression.
	Classes []string
	// Missing counts the cells that something stood in for, Dropped the rows that were left out, of which Lost says which and why.
	Missing, Dropped int
	Lost             []Lost
	// Left are the columns of the file that were not read.
	Left []table.Left
	// Beyond counts, by column, the dates outside of the training's, where days and years continue a trend.
	Beyond map[string]int
	// Unknown counts, by column, the rows whose category no training row has.
	Unknown []UnknownRows
}

// Lost is a row that was left out: its number from 0, its key, and the columns whose value is missing.
type Lost struct {
	Row     int
	Key     string
	Columns []string
}

// N returns the number of samples.
func (s *Samples) N() int { return len(s.Keys) }

// with appends samples of tables; nil has none.
func (s *Samples) with(more *Samples) *Samples {
	if s == nil {
		return more
	}
	s.X, s.Y, s.Weights = append(s.X, more.X...), append(s.Y, more.Y...), append(s.Weights, more.Weights...)
	s.Keys, s.Rows = append(s.Keys, more.Keys...), append(s.Rows, more.Rows...)
	for name, n := range more.Beyond {
		if s.Beyond == nil {
			s.Beyond = map[string]int{}
		}
		s.Beyond[name] += n
	}
	s.Unknown = AddUnknown(s.Unknown, more.Unknown)
	s.Missing, s.Dropped, s.Lost = s.Missing+more.Missing, s.Dropped+more.Dropped, append(s.Lost, more.Lost...)
	return s
}

// cut parts samples of tables after the first n.
func (s *Samples) cut(n int) (first, rest *Samples) {
	a, b := *s, *s
	d := len(s.Features)
	a.X, b.X = s.X[:n*d:n*d], s.X[n*d:]
	a.Keys, b.Keys = s.Keys[:n:n], s.Keys[n:]
	a.Rows, b.Rows = s.Rows[:n:n], s.Rows[n:]
	if s.Y != nil {
		a.Y, b.Y = s.Y[:n:n], s.Y[n:]
	}
	if s.Weights != nil {
		a.Weights, b.Weights = s.Weights[:n:n], s.Weights[n:]
	}
	lost := len(s.Lost)
	if b.N() > 0 {
		lost, _ = slices.BinarySearchFunc(s.Lost, b.Rows[0][0], func(l Lost, row int) int { return l.Row - row })
	}
	a.Lost, b.Lost = s.Lost[:lost:lost], s.Lost[lost:]
	a.Dropped, b.Dropped, b.Missing, b.Beyond, b.Unknown = lost, len(s.Lost)-lost, 0, nil, nil
	return &a, &b
}
