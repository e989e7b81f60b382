package proxy

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/lab/ipynb"
	"github.com/igbolab/igbolab/igbo/lab/kernel/live/cells"
	"github.com/igbolab/igbolab/igbo/lab/kernel/proxy/required"
)

// keptSources bounds the bytes of cells that are remembered to show their lines.
const keptSources = 16 << 20

// sources are the cells that ran, by the engine's number, which errors name.
type sources struct {
	code  map[int][]string
	order []int
	size  int
	// failed are the cells that did not come to their end.
	failed map[int]bool
}

// fail notes that a cell did not come to its end.
func (s *sources) fail(count int) {
	if s.failed == nil {
		s.failed = map[int]bool{}
	}
	s.failed[count] = true
}

// declared tells where a name is declared that is not known: in a cell that did not come to its end, or, as the
// notebook's file says, in one that has not run. Live tells that the newest cell lives.
func (s *sources) declared(name string, live bool) string {
	ran := map[string]bool{}
	for i := len(s.order) - 1; i >= 0; i-- {
		n := s.order[i]
		code := strings.Join(s.code[n], "\n")
		ran[strings.TrimSpace(code)] = true
		switch {
		case i == len(s.order)-1 || !slices.Contains(cells.Declares(code), name):
		case s.failed[n]:
			return fmt.Sprintf("declared in cell [%d], which did not come to its end", n)
		case !live:
			return fmt.Sprintf("declared in cell [%d], and this cell is a program of its own", n)
		default:
			return fmt.Sprintf("declared in cell [%d], and forgotten since", n)
		}
	}
	text, err := os.ReadFile(os.Getenv(required.NotebookVariable))
	if err != nil {
		return ""
	}
	notebook, err := ipynb.Read(text)
	if err != nil {
		return ""
	}
	for i, code := range notebook.Code() {
		if !ran[strings.TrimSpace(code)] && slices.Contains(cells.Declares(code), name) {
			return fmt.Sprintf("declared in code cell %d of the notebook, which has not run", i+1)
		}
	}
	return ""
}

// undefined matches what the checker, and the compiler, say of a name that they do not know.
var undefined = regexp.MustCompile(`^undefined: (\pL[\pL\d_]*)( \(did you mean .*)?$`)

// withPlace says where a name that is not known is declared.
func (p *proxy) withPlace(message string, live bool) string {
	m := undefined.FindStringSubmatch(message)
	if m == nil {
		return message
	}
	if where := p.sources.declared(m[1], live); where != "" {
		return "undefined: " + m[1] + " (" + where + ")"
	}
	return message
}

// place is a line of a cell; the first line is 1.
type place struct{ cell, line int }

func (at place) String() string { return fmt.Sprintf("cell [%d], line %d", at.cell, at.line) }

// add remembers a cell, and forgets the oldest where that is too much.
func (s *sources) add(count int, code string) {
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
		s.order = s.order[1:]
	}
}

// line is the text of a place; false: it is not known.
func (s *sources) line(at place) (string, bool) {
	code := s.code[at.cell]
	if at.line < 1 || at.line > len(code) {
		return "", false
	}
	return code[at.line-1], true
}

// end is the last line of the newest cell that is not blank; false: there is none.
func (s *sources) end() (place, bool) {
	if len(s.order) == 0 {
		return place{}, false
	}
	newest := s.order[len(s.order)-1]
	for i := len(s.code[newest]); i > 0; i-- {
		if strings.TrimSpace(s.code[newest][i-1]) != "" {
			return place{newest, i}, true
		}
	}
	return place{}, false
}

// locate finds where a line of the generated program comes from, by its text and
// that of its neighbours; the newest cell counts first.
func (s *sources) locate(program []string, line int) (place, bool) {
	var best place
	score := 0
	for i := len(s.order) - 1; i >= 0; i-- {
		code := s.code[s.order[i]]
		for k := range code {
			if n := alike(program, line-1, code, k); n > score {
				best, score = place{s.order[i], k + 1}, n
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

// program reads the program that the engine generated for the cell.
func (p *proxy) program(name string) []string {
	found, _ := filepath.Glob(filepath.Join(p.engine.temp, "gonb_*", name))
	if len(found) != 1 {
		return nil
	}
	text, err := os.ReadFile(found[0])
	if err != nil {
		return nil
	}
	return strings.Split(string(text), "\n")
}
