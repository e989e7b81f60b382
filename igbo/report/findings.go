package report

import (
	"bytes"
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/igbolab/igbolab/igbo/claims"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/catalog"
)

//go:embed findings.md.tmpl
var findings string

// Findings is the page of findings as Markdown: what was claimed, what the committed results say,
// and when an order helps. Its sentences quote cells of the results' tables; of a study without
// a committed result it says so. Errors: a table, a row or a column that a sentence quotes and that is not there.
func Findings() ([]byte, error) {
	t, err := template.New("findings").Funcs(template.FuncMap{
		"has": has, "unrun": unrun, "cell": cell, "table": table, "count": count, "rows": rows, "first": first, "seconds": seconds, "verdicts": verdicts,
	}).Parse(findings)
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	var b bytes.Buffer
	if err := t.Execute(&b, nil); err != nil {
		return nil, fmt.Errorf("report: the page of findings: %w", err)
	}
	return filled(b.Bytes()), nil
}

// verdicts says how many of the paper's claims have each verdict.
func verdicts() string {
	all, count := claims.All(), map[claims.Verdict]int{}
	for _, c := range all {
		count[c.Verdict]++
	}
	var said []string
	for _, v := range claims.Verdicts() {
		if n := count[v]; n > 0 {
			said = append(said, fmt.Sprintf("%d %s", n, strings.NewReplacer("holds", "hold", "fails", "fail", "untest", "are untest").Replace(string(v))))
		}
	}
	return fmt.Sprintf("of %d, %s", len(all), strings.Join(said, ", "))
}

// reported finds a study's committed result; nil where there is none, or no study of the name yet.
func reported(name string) (study.Result, error) {
	d, err := catalog.Find(name)
	if err != nil {
		return nil, nil
	}
	return d.Reported()
}

// has tells whether a study has a committed result.
func has(name string) (bool, error) {
	r, err := reported(name)
	return r != nil, err
}

// unrun says that a study has not been run yet.
func unrun(name string) string {
	question := ""
	if d, err := catalog.Find(name); err == nil {
		question = " It asks: " + d.Question
	}
	return fmt.Sprintf("The study `%s` is not run yet: no result of it is committed.%s", name, question)
}

// find is a table of a committed result, the first one for the empty name.
func find(of, name string) (study.Table, error) {
	r, err := reported(of)
	if err != nil {
		return study.Table{}, err
	}
	if r == nil {
		return study.Table{}, fmt.Errorf("%s has no committed result", of)
	}
	tables := r.Tables()
	i := slices.IndexFunc(tables, func(t study.Table) bool { return t.Name == name || name == "" })
	if i < 0 {
		return study.Table{}, fmt.Errorf("%s has no table %q", of, name)
	}
	return tables[i], nil
}

// minus is a hyphen that is the sign of a number.
var minus = regexp.MustCompile(`(^|[\s\[(])-(\.?\d)`)

// cell is what stands in a column of the first row that begins with these keys, in their order though other
// cells may stand between them. With the column "seeds" and no table it is the number of seeds.
func cell(of, name, column string, keys ...string) (string, error) {
	if name == "" && column == "seeds" {
		return seeds(of)
	}
	t, err := find(of, name)
	if err != nil {
		return "", err
	}
	at := slices.Index(t.Header, column)
	if at < 0 {
		return "", fmt.Errorf("the table %s of %s has no column %q but %q", t.Name, of, column, t.Header)
	}
	for _, row := range t.Rows {
		if begins(row, keys) {
			return minus.ReplaceAllString(row[at], "$1−$2"), nil
		}
	}
	return "", fmt.Errorf("the table %s of %s has no row %q", t.Name, of, keys)
}

// begins tells whether a row has the keys, one after the other.
func begins(row, keys []string) bool {
	for _, c := range row {
		if len(keys) > 0 && c == keys[0] {
			keys = keys[1:]
		}
	}
	return len(keys) == 0
}

// seeds is the number of a committed result's seeds.
func seeds(of string) (string, error) {
	entries, err := Committed()
	if err != nil {
		return "", err
	}
	for _, e := range entries {
		if e.Name == of && e.Result != nil {
			said, err := e.seeds()
			n, _, _ := strings.Cut(said, ",")
			return n, err
		}
	}
	return "", fmt.Errorf("%s has no committed result", of)
}

// seconds is how long the run of a committed result took.
func seconds(of string) (string, error) {
	entries, err := Committed()
	if err != nil {
		return "", err
	}
	for _, e := range entries {
		if e.Name == of && e.Run != nil && e.Run.Seconds[of] > 0 {
			return fmt.Sprintf("%.0f", e.Run.Seconds[of]), nil
		}
	}
	return "", fmt.Errorf("how long %s took was not kept", of)
}

// table is some columns of a table in Markdown, by their names with | between them or * for all; with a filter
// column=value only the rows that have it.
func table(of, name, columns string, filters ...string) (string, error) {
	t, err := find(of, name)
	if err != nil {
		return "", err
	}
	chosen := strings.Split(columns, "|")
	if columns == "*" {
		chosen = t.Header
	}
	var at []int
	for i, c := range chosen {
		j := slices.Index(t.Header, c)
		if columns == "*" {
			j = i
		}
		if j < 0 {
			return "", fmt.Errorf("the table %s of %s has no column %q but %q", t.Name, of, c, t.Header)
		}
		at = append(at, j)
	}
	shown := study.Table{Header: chosen}
	for _, row := range t.Rows {
		if keep, err := kept(t, row, filters); err != nil {
			return "", err
		} else if keep {
			var cells []string
			for _, j := range at {
				cells = append(cells, row[j])
			}
			shown.Rows = append(shown.Rows, cells)
		}
	}
	if len(shown.Rows) == 0 {
		return "", fmt.Errorf("the table %s of %s has no row with %q", t.Name, of, filters)
	}
	text := shown.Markdown()
	if t.Title != "" {
		text += "\n*" + t.Title + ".*"
	}
	return text, nil
}

func kept(t study.Table, row, filters []string) (bool, error) {
	for _, f := range filters {
		column, value, _ := strings.Cut(f, "=")
		j := slices.Index(t.Header, column)
		if j < 0 {
			return false, fmt.Errorf("the table %s has no column %q but %q", t.Name, column, t.Header)
		}
		if row[j] != value {
			return false, nil
		}
	}
	return true, nil
}

// first is the first table of a result, whole, with its notes.
func first(of string) (string, error) {
	t, err := find(of, "")
	if err != nil {
		return "", err
	}
	text, err := table(of, t.Name, "*")
	return text + "\n\n" + strings.Join(t.Notes, " "), err
}

// count is how many rows have a word at the beginning of a column.
func count(of, name, column, word string) (int, error) {
	t, err := find(of, name)
	if err != nil {
		return 0, err
	}
	at, n := slices.Index(t.Header, column), 0
	if at < 0 {
		return 0, fmt.Errorf("the table %s of %s has no column %q but %q", t.Name, of, column, t.Header)
	}
	for _, row := range t.Rows {
		if strings.HasPrefix(row[at], word) {
			n++
		}
	}
	return n, nil
}

// rows is the number of a table's rows.
func rows(of, name string) (int, error) {
	t, err := find(of, name)
	return len(t.Rows), err
}

// filled sets paragraphs in one line each, as numbers change their lengths, and leaves one empty line between them.
func filled(text []byte) []byte {
	var out []string
	for _, block := range strings.Split(string(text), "\n\n") {
		block = strings.Trim(block, "\n")
		if block == "" {
			continue
		}
		if !strings.HasPrefix(block, "|") && !strings.HasPrefix(block, "#") {
			block = strings.Join(strings.Fields(block), " ")
		}
		out = append(out, block)
	}
	return []byte(strings.Join(out, "\n\n") + "\n")
}
