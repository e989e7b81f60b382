package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/lab/kernel/live/cells"
)

// keptSources bounds the bytes of cells that are remembered to show their lines.
const keptSources = 16 << 20

// Sources are the cells that ran, by the engine's number, which errors name.
type Sources struct {
	code  map[int][]string
	order []int
	size  int
	// failed are the cells that did not come to their end.
	failed map[int]bool
	// origins are, of a cell that the engine got as another text, the lines of the cell by those of the text, 0 where it has none.
	origins map[int][]int
}

// Fail notes that a cell did not come to its end.
func (s *Sources) Fail(count int) {
	if s.failed == nil {
		s.failed = map[int]bool{}
	}
	s.failed[count] = true
}

// Declared tells where a name is declared that is not known: in a cell that did not come to its end, or in one whose names
// the newest cannot have; live tells that the newest lives. Ran are the cells, without the space around them.
func (s *Sources) Declared(name string, live bool) (where string, ran map[string]bool) {
	ran = map[string]bool{}
	for i := len(s.order) - 1; i >= 0; i-- {
		n := s.order[i]
		code := strings.Join(s.code[n], "\n")
		ran[strings.TrimSpace(code)] = true
		switch {
		case i == len(s.order)-1 || !slices.Contains(cells.Declares(code), name):
		case s.failed[n]:
			return fmt.Sprintf("declared in cell [%d], which did not come to its end", n), ran
		case !live:
			return fmt.Sprintf("declared in cell [%d], and this cell is a program of its own", n), ran
		default:
			return fmt.Sprintf("declared in cell [%d], and forgotten since", n), ran
		}
	}
	return "", ran
}

// Place is a line of a cell; the first line is 1.
type Place struct{ Cell, Line int }

func (at Place) String() string { return fmt.Sprintf("cell [%d], line %d", at.Cell, at.Line) }

// Add remembers a cell, and forgets the oldest where that is too much.
func (s *Sources) Add(count int, code string) {
	if s.code == nil {
		s.code = map[int][]string{}
	}
	s.size += len(code)
	s.code[count] = strings.Split(code, "\n")
	s.order = append(s.order, count)
	for s.size > keptSources && len(s.order) > 1 {
		for _, line := range s.code[s.order[0]] {
			s.size -= len(line) + 1
		}
		delete(s.code, s.order[0])
		delete(s.origins, s.order[0])
		s.order = s.order[1:]
	}
}

// Rewrite tells what the engine got in the place of a cell: the lines that it names are those of this text, and [Sources.Origin] finds the
// cell's own.
func (s *Sources) Rewrite(count int, text string) {
	own := s.code[count]
	if s.origins == nil {
		s.origins = map[int][]int{}
	}
	s.origins[count] = nil
	used := make([]bool, len(own))
	for line := range strings.SplitSeq(text, "\n") {
		from := 0
		for k := range own {
			if !used[k] && strings.TrimSpace(own[k]) != "" && unshown(line) == unshown(own[k]) {
				used[k], from = true, k+1
				break
			}
		}
		s.origins[count] = append(s.origins[count], from)
	}
}

// unshown is a line without what shows a last expression.
func unshown(line string) string {
	return strings.ReplaceAll(strings.Replace(strings.TrimSpace(line), "notebook.Show(", "", 1), ")", "")
}

// Origin is the place of a cell's line that the engine names; false: the cell has no such line.
func (s *Sources) Origin(at Place) (Place, bool) {
	lines, rewritten := s.origins[at.Cell]
	if !rewritten {
		return at, true
	}
	if at.Line < 1 || at.Line > len(lines) || lines[at.Line-1] == 0 {
		return Place{}, false
	}
	return Place{at.Cell, lines[at.Line-1]}, true
}

// Newest is the number of the newest cell, 0 without one.
func (s *Sources) Newest() int {
	if len(s.order) == 0 {
		return 0
	}
	return s.order[len(s.order)-1]
}

// Line is the text of a place; false: it is not known.
func (s *Sources) Line(at Place) (string, bool) {
	code := s.code[at.Cell]
	if at.Line < 1 || at.Line > len(code) {
		return "", false
	}
	return code[at.Line-1], true
}

// End is the last line of the newest cell that is not blank; false: there is none.
func (s *Sources) End() (Place, bool) {
	newest := s.Newest()
	for i := len(s.code[newest]); i > 0; i-- {
		if strings.TrimSpace(s.code[newest][i-1]) != "" {
			return Place{newest, i}, true
		}
	}
	return Place{}, false
}

// Locate finds where a line of the generated program comes from, by its text and
// that of its neighbours; the newest cell counts first.
func (s *Sources) Locate(program []string, line int) (Place, bool) {
	var best Place
	score := 0
	for i := len(s.order) - 1; i >= 0; i-- {
		code := s.code[s.order[i]]
		for k := range code {
			if n := alike(program, line-1, code, k); n > score {
				best, score = Place{s.order[i], k + 1}, n
			}
		}
	}
	return best, score > 0
}

// alike counts how many lines around two lines say the same, 0 where these two differ.
func alike(a []string, i int, b []string, k int) int {
	if !same(a, i, b, k) || strings.TrimSpace(a[i]) == "" {
		return 0
	}
	n := 1
	for d := 1; d <= 8 && same(a, i-d, b, k-d); d++ {
		n++
	}
	for d := 1; d <= 8 && same(a, i+d, b, k+d); d++ {
		n++
	}
	return n
}

func same(a []string, i int, b []string, k int) bool {
	return i >= 0 && k >= 0 && i < len(a) && k < len(b) && bare(a[i]) == bare(b[k])
}

// bare is a line without what the engine changes when it gathers declarations.
func bare(line string) string {
	line = strings.TrimSpace(line)
	line = strings.TrimPrefix(line, "var ")
	return strings.TrimPrefix(line, "const ")
}
