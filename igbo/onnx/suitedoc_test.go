package onnx

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/onnx/operator"
)

// tally counts the verdicts for one operation.
type tally struct{ right, refused, differentiated, second int }

// operationsTable returns the text of OPERATIONS.md, with the results grouped by operation.
func operationsTable(all []verdict) string {
	ops, total := map[string]*tally{}, map[string]int{}
	aside := map[string]map[string]int{"refused": {}, "outside": {}}
	for _, v := range all {
		total[v.Verdict]++
		if v.Verdict == "right" || v.Verdict == "refused" && operator.Known(v.Op) {
			if ops[v.Op] == nil {
				ops[v.Op] = &tally{}
			}
		}
		if v.Verdict != "right" {
			aside[v.Verdict][v.By]++
		}
		if o := ops[v.Op]; o != nil {
			o.add(v)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# Operations of ONNX\n\nThe verdicts on ONNX's own node tests; the package's documentation says how they come about.\n\nOf %d cases %d are right, %d refused by name, %d outside of what a model of numbers is, none wrong.\n\n", len(all), total["right"], total["refused"], total["outside"])
	fmt.Fprintf(&b, "    %-28s %5s %7s %14s %7s\n", "operation", "right", "refused", "differentiated", "twice")
	for _, op := range sorted(ops) {
		o := ops[op]
		fmt.Fprintf(&b, "    %-28s %5d %7s %14s %7s\n", op, o.right, some(o.refused), some(o.differentiated), some(o.second))
	}
	for _, verdict := range []string{"refused", "outside"} {
		fmt.Fprintf(&b, "\n%s, with the number of cases: %s.\n", strings.ToUpper(verdict[:1])+verdict[1:], listed(aside[verdict]))
	}
	lines := strings.Split(b.String(), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.Join(lines, "\n")
}

func (o *tally) add(v verdict) {
	switch v.Verdict {
	case "right":
		o.right++
	case "refused":
		o.refused++
	}
	if v.Forward == "right" && v.Reverse == "right" {
		o.differentiated++
	}
	if v.Second == "right" {
		o.second++
	}
}

// some formats a number, and returns "" for 0.
func some(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

func sorted[T any](m map[string]T) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// listed formats names with their counts.
func listed(counts map[string]int) string {
	var items []string
	for _, k := range sorted(counts) {
		items = append(items, fmt.Sprintf("%s %d", k, counts[k]))
	}
	text, width := "", 40
	for i, item := range items {
		if i > 0 {
			text += ","
			between := " "
			if width += len(item) + 2; width > 100 {
				between, width = "\n", len(item)
			}
			text += between
		}
		text += item
	}
	return text
}

// TestTheTableIsTheDigest checks that OPERATIONS.md matches the recorded verdicts, and that every supported
// operation has a case with the verdict "right", in ONNX's suite or in ours.
func TestTheTableIsTheDigest(t *testing.T) {
	all := readDigest(t)
	const file = "OPERATIONS.md"
	text, err := os.ReadFile(file)
	if err != nil && !*update {
		t.Fatal(err)
	}
	if want := operationsTable(all); want != string(text) {
		if *update {
			must.Do(t, os.WriteFile(file, []byte(want), 0o666))
			return
		}
		t.Error(file + " does not have the table of testdata/suite.tsv: go test ./igbo/onnx -run Digest -update")
	}
	right := map[string]bool{}
	for _, v := range append(all, judged(t, unpacked(t, "learned.tar.gz"))...) {
		right[v.Op] = right[v.Op] || v.Verdict == "right"
		v.holds(t)
	}
	for _, name := range operator.Names() {
		if !right[name] {
			t.Errorf("%s is built, and no case of it is right", name)
		}
	}
}
