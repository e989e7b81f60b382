package report

import (
	"bytes"
	_ "embed"
	"fmt"
	"strings"
	"text/template"

	"github.com/igbolab/igbolab/igbo/research/claims"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/catalog"
)

//go:embed findings.md.tmpl
var findings string

// madeFindings returns the page of findings as Markdown: what was claimed, what the committed results say,
// and when an order helps. Its sentences quote cells of the results' tables; of a study without
// a committed result it says so. Errors: a table, a row or a column that a sentence quotes and that is not there.
func madeFindings() ([]byte, error) {
	t, err := template.New("findings").Funcs(template.FuncMap{
		"has": has, "unrun": unrun, "cell": cell, "table": table, "count": count, "rows": rows, "first": first, "seconds": seconds, "verdicts": verdicts, "below": below, "draws": draws,
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

// verdicts reports how many of the paper's claims have each verdict.
func verdicts() string {
	all, count := claims.All(), map[claims.Outcome]int{}
	for _, c := range all {
		count[c.Outcome]++
	}
	var reported []string
	for _, v := range claims.Outcomes() {
		if n := count[v]; n > 0 {
			reported = append(reported, fmt.Sprintf("%d %s", n, strings.NewReplacer("holds", "hold", "fails", "fail", "untest", "are untest").Replace(string(v))))
		}
	}
	return fmt.Sprintf("of %d, %s", len(all), strings.Join(reported, ", "))
}

// reported finds a study's committed result; nil if there is none, or no study of the name yet.
func reported(name string) (study.Result, error) {
	d, err := catalog.Find(name)
	if err != nil {
		return nil, nil
	}
	return d.Reported()
}

// has reports whether a study has a committed result.
func has(name string) (bool, error) {
	r, err := reported(name)
	return r != nil, err
}

// unrun reports that a study has not been run yet.
func unrun(name string) string {
	question := ""
	if d, err := catalog.Find(name); err == nil {
		question = " It asks: " + d.Question
	}
	return fmt.Sprintf("The study `%s` is not run yet: no result of it is committed.%s", name, question)
}

// filled sets paragraphs and items of lists in one line each, as numbers change their lengths, and leaves one empty line
// between them.
func filled(text []byte) []byte {
	var out []string
	for _, block := range strings.Split(string(text), "\n\n") {
		block = strings.Trim(block, "\n")
		if block == "" {
			continue
		}
		if !strings.HasPrefix(block, "|") && !strings.HasPrefix(block, "#") {
			block = strings.ReplaceAll(strings.Join(strings.Fields(strings.ReplaceAll(block, "\n- ", "\n\x00 ")), " "), " \x00 ", "\n- ")
		}
		out = append(out, block)
	}
	return []byte(strings.Join(out, "\n\n") + "\n")
}
