package compression

import (
	"fmt"
	"strings"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
)

// Result is what the study finds.
type Result struct {
	Config Config  `json:"config"`
	Groups []Group `json:"groups"`
}

// Group is what one setting finds.
type Group struct {
	Name string `json:"name"`
	// Teacher is its mean squared error against the truth, Edges the number of edges of its order.
	Teacher study.Estimate `json:"teacher"`
	Edges   study.Estimate `json:"edges"`
	Rows    []Row          `json:"rows"`
	// Inputs and Units are the pruned teachers, by what is kept and then by ranking.
	Inputs []Pruned `json:"inputs"`
	Units  []Pruned `json:"units"`
}

// Row is a student taught one way.
type Row struct {
	Student string  `json:"student"`
	Method  string  `json:"method"`
	Decay   float64 `json:"weight_decay"`
	// Beside is its error beside that of the student's first method, Errors its values by draw.
	Beside contest.Row `json:"beside"`
	Errors []float64   `json:"errors"`
	// OverTwin is the error over that of the same student taught the same way without the order; nil for one
	// without.
	OverTwin *contest.Row `json:"over_twin"`
}

// Pruned is a teacher of which a share was kept by one ranking.
type Pruned struct {
	Kept    float64 `json:"kept"`
	Ranking string  `json:"ranking"`
	// Beside is its error beside that of the ranking by magnitude, Errors its values by draw.
	Beside contest.Row `json:"beside"`
	Errors []float64   `json:"errors"`
}

// beside compares two lists of errors.
func (c Config) beside(name, tuning string, errors, reference []float64) (contest.Row, error) {
	row, err := contest.Beside(contest.Entry{Name: name, Tuning: tuning, Errors: errors}, contest.Entry{Errors: reference}, contest.AtLevel(c.Level))
	if err != nil {
		return row, fmt.Errorf("compression: %w", err)
	}
	return row, nil
}

// group folds the draws of a setting.
func (c Config) group(s Setting, draws []part) (g Group, err error) {
	g = Group{
		Name:    s.Name,
		Teacher: study.Over(draws, c.Level, func(p part) float64 { return p.Teacher }),
		Edges:   study.Over(draws, c.Level, func(p part) float64 { return float64(p.Edges) }),
	}
	if g.Rows, err = c.students(draws); err != nil {
		return g, err
	}
	if g.Inputs, err = c.pruned(draws, func(p part) [][]float64 { return p.Inputs }); err != nil {
		return g, err
	}
	g.Units, err = c.pruned(draws, func(p part) [][]float64 { return p.Units })
	return g, err
}

// students folds the rows of every student.
func (c Config) students(draws []part) (rows []Row, err error) {
	at := 0
	for _, s := range c.Students {
		first, twins := at, map[string]int{}
		for _, m := range s.Methods {
			for i, decay := range m.Decays {
				errors := func(k int) []float64 { return study.Each(draws, func(p part) float64 { return p.Errors[k] }) }
				row := Row{Student: s.Name, Method: m.Name, Decay: decay, Errors: errors(at)}
				if row.Beside, err = c.beside(m.Name, tuning(s.Network), row.Errors, errors(first)); err != nil {
					return nil, err
				}
				name, _, guided := strings.Cut(m.Name, ordered)
				if !guided && i == 0 {
					twins[name] = at
				}
				if twin, ok := twins[name]; ok && guided {
					over, err := c.beside(m.Name, "", row.Errors, errors(twin))
					if err != nil {
						return nil, err
					}
					row.OverTwin = &over
				}
				rows, at = append(rows, row), at+1
			}
		}
	}
	return rows, nil
}

// ordered stands in the name of a method that goes on with the order.
const ordered = ", then "

// tuning says how weight decays were chosen.
func tuning(n contest.Network) string {
	return fmt.Sprintf("best of %d weight decays on development draws", len(n.WeightDecay().Settings()))
}

func (c Config) pruned(draws []part, read func(p part) [][]float64) (list []Pruned, err error) {
	for k, share := range c.Kept {
		for i, ranking := range rankings() {
			errors := func(i int) []float64 { return study.Each(draws, func(p part) float64 { return read(p)[k][i] }) }
			row := Pruned{Kept: share, Ranking: ranking, Errors: errors(i)}
			if row.Beside, err = c.beside(ranking, "nothing to tune", row.Errors, errors(1)); err != nil {
				return nil, err
			}
			list = append(list, row)
		}
	}
	return list, nil
}

// Find is the group of a setting; nil where there is none.
func (r *Result) Find(name string) *Group {
	for i := range r.Groups {
		if r.Groups[i].Name == name {
			return &r.Groups[i]
		}
	}
	return nil
}

// Find is the first row of a student and a method; nil where there is none.
func (g *Group) Find(student, method string) *Row {
	for i := range g.Rows {
		if g.Rows[i].Student == student && g.Rows[i].Method == method {
			return &g.Rows[i]
		}
	}
	return nil
}
