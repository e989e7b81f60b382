package grade

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/durable/ledger"
	"github.com/igbolab/igbolab/igbo/internal/sheet"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// write writes the marks of all students so far, and the page of the last one.
func write(out string, notebooks []Notebook, all []Student) error {
	last := all[len(all)-1]
	sum, of, read := last.sum()
	var b bytes.Buffer
	if err := page.Execute(&b, map[string]any{"Student": last, "Sum": sum, "Of": of, "Read": read, "Absent": last.absent()}); err != nil {
		return fmt.Errorf("grade: %w", err)
	}
	marks, err := table(notebooks, all)
	if err != nil {
		return err
	}
	for path, content := range map[string][]byte{filepath.Join(out, "students", last.Name+".html"): b.Bytes(), filepath.Join(out, "marks.csv"): marks} {
		if ledger.Foreign(path) {
			return fmt.Errorf("grade: %s: %w", path, ledger.ErrForeign)
		}
		_ = ledger.Announce(path, content) // on failure the next run asks the user to move the file
		if err := durable.WriteFile(path, content, 0o666); err != nil {
			return fmt.Errorf("grade: %w", err)
		}
	}
	return nil
}

// absent returns the exercises whose notebook was not submitted.
func (s Student) absent() (names []string) {
	for _, a := range s.Answers {
		if !a.HandedIn {
			names = append(names, a.Name)
		}
	}
	return names
}

// table returns marks.csv: a row per student and a column per exercise. A mark is empty if a person must decide or nothing was submitted.
func table(notebooks []Notebook, all []Student) ([]byte, error) {
	head := []string{"student"}
	for _, n := range notebooks {
		for _, e := range n.Exercises {
			head = append(head, e.Name)
		}
	}
	rows := [][]string{append(head, "sum", "of", "to read", "remarks")}
	for _, s := range all {
		row := []string{s.Name}
		for _, a := range s.Answers {
			mark := ""
			if a.HandedIn && !a.ByHand {
				mark = number(a.Mark())
			}
			row = append(row, mark)
		}
		sum, of, read := s.sum()
		rows = append(rows, append(row, number(sum), number(of), strconv.Itoa(read), strings.Join(s.Remarks, "; ")))
	}
	var b bytes.Buffer
	w := sheet.NewWriter(&b)
	if err := w.WriteAll(rows); err != nil {
		return nil, fmt.Errorf("grade: %w", err)
	}
	return b.Bytes(), nil
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
