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

// madeFindings returns the page of findings in Markdown. Its sentences quote cells of the results' tables. For a study without
// a committed result, the page states that. It returns an error if a quoted table, row or column is missing.
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

// verdicts returns the number of the paper's claims with each verdict.
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

// reported returns the committed result of a study; nil if the result or the study does not exist.
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

// unrun returns a sentence stating that a study has no committed result.
func unrun(name string) string {
	question := ""
	if d, err := catalog.Find(name); err == nil {
		question = " It asks: " + d.Question
	}
	return fmt.Sprintf("The study `%s` is not run yet: no result of it is committed.%s", name, question)
}

// filled puts each paragraph and each list item on one line, because numbers change their lengths, with one empty line between
// blocks.
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
