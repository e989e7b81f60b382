package encode

import (
	"slices"

	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/tabular/table"
)

// Encoded holds samples with one target for each step, and describes how they were encoded.
type Encoded struct {
	// Data holds the samples. Y is nil without a target; features have names such as "body_mass_g" and "island=Dream".
	samples.Data
	// Groups lists the columns of each feature of the user's table. GroupNames names these features.
	Groups     [][]int
	GroupNames []string
	// Keys names the samples: the key, the ID of a series, or the row from 1.
	Keys []string
	// TableRows lists the rows of the table that each sample comes from, counted from 0.
	TableRows [][]int
	// Classes lists the classes of the target; nil for regression.
	Classes []string
	// Missing counts the missing cells that were filled in. Dropped counts the rows that were left out; Lost lists these rows and their
	// missing columns.
	Missing, Dropped int
	Lost             []Lost
	// Left lists the columns of the file that were not read.
	Left []table.Left
	// Beyond counts, by column, the dates outside the range of the training rows. For these, days and years extrapolate a trend.
	Beyond map[string]int
	// Unknown counts, by column, the rows whose category is not in the training rows.
	Unknown []UnknownRows
}

// Lost is a row that was left out: its number from 0, its key, and the columns whose value is missing.
type Lost struct {
	Row     int
	Key     string
	Columns []string
}

// with appends samples of tables; a nil s is empty.
func (s *Encoded) with(more *Encoded) *Encoded {
	if s == nil {
		return more
	}
	s.Data = s.Append(more.Data)
	s.Keys, s.TableRows = append(s.Keys, more.Keys...), append(s.TableRows, more.TableRows...)
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

// cut splits samples of tables after the first n.
func (s *Encoded) cut(n int) (first, rest *Encoded) {
	a, b := *s, *s
	a.Data, b.Data = s.Part(0, n), s.Part(n, s.Samples())
	a.Keys, b.Keys = s.Keys[:n:n], s.Keys[n:]
	a.TableRows, b.TableRows = s.TableRows[:n:n], s.TableRows[n:]
	lost := len(s.Lost)
	if b.Samples() > 0 {
		lost, _ = slices.BinarySearchFunc(s.Lost, b.TableRows[0][0], func(l Lost, row int) int { return l.Row - row })
	}
	a.Lost, b.Lost = s.Lost[:lost:lost], s.Lost[lost:]
	a.Dropped, b.Dropped, b.Missing, b.Beyond, b.Unknown = lost, len(s.Lost)-lost, 0, nil, nil
	return &a, &b
}
