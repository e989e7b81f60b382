package grade

import (
	"errors"
	"fmt"
	"go/scanner"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/compose"
	"github.com/igbolab/igbolab/igbo/kernel/ipynb"
)

// missing returns why the cells of a student hold no answer to an exercise. It returns "" if they declare what the exercise's check needs,
// and the cell of the answer, if it exists, parses.
func (n Notebook) missing(e Exercise, cells []ipynb.Cell) string {
	asked := names(written(e, n.cells))
	elsewhere := slices.ContainsFunc(cells, func(c ipynb.Cell) bool {
		return c.Code && c.Grade != e.answer && declaresAny(c.Source, asked)
	})
	at := slices.IndexFunc(cells, func(c ipynb.Cell) bool { return c.Grade == e.answer })
	switch {
	case elsewhere:
		return ""
	case at < 0:
		for _, c := range cells {
			if err := parsed(c); err != nil && containsAny(c.Source, asked) {
				return "a cell does not parse: " + err.Error() + "."
			}
		}
		return fmt.Sprintf("the cell of the answer is missing, and no other cell declares %s.", strings.Join(asked, " and "))
	}
	if err := parsed(cells[at]); err != nil {
		return "the cell of the answer does not parse: " + err.Error() + "."
	}
	if !declaresAny(cells[at].Source, asked) {
		return fmt.Sprintf("the cell of the answer does not declare %s, which the check asks for.", strings.Join(asked, " and "))
	}
	return ""
}

// names returns the names that a cell declares.
func names(code string) (all []string) {
	s := &compose.Scope{}
	_ = s.Add(code, 0) // the course's own cells parse
	for _, d := range s.Declared {
		all = append(all, d.Names...)
	}
	return all
}

func declaresAny(code string, asked []string) bool {
	return slices.ContainsFunc(names(code), func(name string) bool { return slices.Contains(asked, name) })
}

func containsAny(code string, asked []string) bool {
	return slices.ContainsFunc(asked, func(name string) bool { return strings.Contains(code, name) })
}

// parsed returns the first syntax error in a cell, with its line.
func parsed(c ipynb.Cell) error {
	if !c.Code {
		return nil
	}
	err := (&compose.Scope{}).Add(c.Source, 0)
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		return fmt.Errorf("line %d: %s", list[0].Pos.Line, list[0].Msg)
	}
	return err
}
