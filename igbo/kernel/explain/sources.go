package explain

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// keptSources bounds the bytes of cells that are remembered to show their lines.
const keptSources = 16 << 20

// Sources holds the cells that ran, by the number of the engine, which errors contain.
type Sources struct {
	code  map[int][]string
	order []int
	size  int
	// Elsewhere, if not nil, looks for the declaration of a name in code that has not run; ran lists the cells that did.
	Elsewhere func(name string, ran map[string]bool) (where string)
	// failed lists the cells that did not complete.
	failed map[int]bool
	// origins maps, for a cell that the engine received as another text, the lines of that text to the lines of the cell; 0 for
	// lines that it lacks.
	origins map[int][]int
}

// Fail records that a cell did not complete.
func (s *Sources) Fail(count int) {
	if s.failed == nil {
		s.failed = map[int]bool{}
	}
	s.failed[count] = true
}

// Declared reports where an unknown name is declared: in a cell that failed, or in one whose names the newest cell cannot use.
// The parameter stateful reports whether the newest cell is stateful. The result ran holds the text of the cells, without surrounding
// space.
func (s *Sources) Declared(name string, stateful bool) (where string, ran map[string]bool) {
	ran = map[string]bool{}
	for i := len(s.order) - 1; i >= 0; i-- {
		n := s.order[i]
		code := strings.Join(s.code[n], "\n")
		ran[strings.TrimSpace(code)] = true
		switch {
		case i == len(s.order)-1 || !slices.Contains(cells.Declares(code), name):
		case s.failed[n]:
			return fmt.Sprintf("declared in cell [%d], which failed", n), ran
		case !stateful:
			return fmt.Sprintf("set in cell [%d], but this cell runs as a program, which has no variables of other cells", n), ran
		default:
			return fmt.Sprintf("declared in cell [%d], but removed later", n), ran
		}
	}
	return "", ran
}

// undefined matches the messages of the checker and the compiler about an undefined name.
var undefined = regexp.MustCompile(`^undefined: (\pL[\pL\d_]*)( \(did you mean .*)?$`)

// WithPlace adds the place of a declaration to a message about an unknown name; stateful reports whether the newest cell is
// stateful.
func (s *Sources) WithPlace(message string, stateful bool) string {
	m := undefined.FindStringSubmatch(message)
	if m == nil {
		return message
	}
	where, ran := s.Declared(m[1], stateful)
	if where == "" && s.Elsewhere != nil {
		where = s.Elsewhere(m[1], ran)
	}
	if where == "" {
		return message
	}
	return "undefined: " + m[1] + " (" + where + ")"
}

// Place is a line of a cell; the first line is 1.
type Place struct{ Cell, Line int }

func (at Place) String() string { return fmt.Sprintf("cell [%d], line %d", at.Cell, at.Line) }

// Add records a cell, and drops the oldest ones beyond the limit. A cell that runs again under its number becomes the newest.
func (s *Sources) Add(count int, code string) {
	if s.code == nil {
		s.code = map[int][]string{}
	}
	for _, line := range s.code[count] {
		s.size -= len(line) + 1
	}
	s.order = slices.DeleteFunc(s.order, func(n int) bool { return n == count })
	s.size += len(code) + 1
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

// Rewrite records the text that the engine receives instead of a cell. The engine's messages have the lines of this text, and
// [Sources.Origin] maps them to lines of the cell.
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

// unshown returns a line without the call that shows a last expression.
func unshown(line string) string {
	return strings.ReplaceAll(strings.Replace(strings.TrimSpace(line), "notebook.Display(", "", 1), ")", "")
}

// Origin returns the position of a line that the engine names, or false if the cell has no such line.
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

// Newest returns the number of the newest cell, or 0 without one.
func (s *Sources) Newest() int {
	if len(s.order) == 0 {
		return 0
	}
	return s.order[len(s.order)-1]
}

// Line returns the text of a place, or false if it is not known.
func (s *Sources) Line(at Place) (string, bool) {
	code := s.code[at.Cell]
	if at.Line < 1 || at.Line > len(code) {
		return "", false
	}
	return code[at.Line-1], true
}

// Code returns the text of a cell, or "" if it is not known.
func (s *Sources) Code(cell int) string { return strings.Join(s.code[cell], "\n") }

// End returns the last line of the newest cell that is not blank, or false if there is none.
func (s *Sources) End() (Place, bool) {
	newest := s.Newest()
	for i := len(s.code[newest]); i > 0; i-- {
		if strings.TrimSpace(s.code[newest][i-1]) != "" {
			return Place{newest, i}, true
		}
	}
	return Place{}, false
}

// Locate finds the origin of a line of the generated program, by its text and that of its neighbours. The newest cell has
// priority.
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

// alike counts how many lines around two lines agree, or 0 if these two differ.
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

// bare returns a line without the changes that the engine makes when it gathers declarations.
func bare(line string) string {
	line = strings.TrimSpace(line)
	line = strings.TrimPrefix(line, "var ")
	return strings.TrimPrefix(line, "const ")
}
