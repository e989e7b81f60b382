package derivative

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestDocHoldsTheTable compares the section "Operations" of the package documentation with the table.
func TestDocHoldsTheTable(t *testing.T) {
	page := must.Of(os.ReadFile("doc.go")).In(t)
	head, rest, found := strings.Cut(string(page), "// # Operations\n//\n")
	_, tail, alsoFound := strings.Cut(rest, "// # For GoMLX\n")
	if !found || !alsoFound {
		t.Fatal("doc.go has no section \"Operations\" before \"For GoMLX\"")
	}
	want := head + "// # Operations\n//\n" + summary() + "// # For GoMLX\n" + tail
	if want == string(page) {
		return
	}
	if !*update {
		t.Fatal("doc.go differs from the table: go test ./igbo/attribution/derivative -run Table -update")
	}
	must.Do(t, os.WriteFile("doc.go", []byte(want), 0o644))
}

// summary formats the table as a doc comment: which operations are right, which are rejected and why, and how
// the backends differ.
func summary() string {
	label := func(r Row) string {
		if r.Setting == "" {
			return r.Op
		}
		return r.Op + " (" + r.Setting + ")"
	}
	whole := map[string]map[Status][]Row{}
	for _, backend := range []string{"go", "xla"} {
		whole[backend] = map[Status][]Row{}
		for _, r := range Table(backend) {
			whole[backend][r.Forward] = append(whole[backend][r.Forward], r)
		}
	}
	var b strings.Builder
	paragraph := func(format string, args ...any) {
		line := "//"
		for _, word := range strings.Fields(fmt.Sprintf(format, args...)) {
			if len(line)+len(word) > 100 {
				b.WriteString(line + "\n")
				line = "//"
			}
			line += " " + word
		}
		b.WriteString(line + "\n//\n")
	}
	names := func(rows []Row, keep func(Row) bool) string {
		var list []string
		for _, r := range rows {
			if keep(r) && !slices.Contains(list, label(r)) {
				list = append(list, label(r))
			}
		}
		return strings.Join(list, ", ")
	}
	xla := map[string]Row{}
	for _, r := range Table("xla") {
		xla[label(r)] = r
	}
	embedded := whole["go"]
	paragraph("Measured in float64 against finite differences: h in forward and in reverse mode, and the gradient of H with respect to "+
		"parameters through either. `igbo ops` prints every row. On the embedded backend %d rows are right in all four, %d are refused in all four, "+
		"%d are not built; on XLA's CPU %d, %d and %d. None is wrong.", len(embedded[Right]), len(embedded[Refused]), len(embedded[NotBuilt]),
		len(whole["xla"][Right]), len(whole["xla"][Refused]), len(whole["xla"][NotBuilt]))
	paragraph("Right: %s.", names(embedded[Right], func(r Row) bool { return r.Note == "" }))
	paragraph("Right, as their derivative is zero: %s.", names(embedded[Right], func(r Row) bool { return r.Note != "" }))
	paragraph("Not built by the embedded backend, right on XLA: %s.", names(embedded[NotBuilt], func(r Row) bool { return xla[label(r)].Forward == Right }))
	paragraph("Not built by either: %s.", names(embedded[NotBuilt], func(r Row) bool { return xla[label(r)].Forward == NotBuilt }))
	paragraph("Refused:")
	for _, r := range append(slices.Clone(embedded[Refused]), whole["xla"][Refused]...) {
		if item := fmt.Sprintf("//   - %s: %s\n", label(r), r.Note); !strings.Contains(b.String(), item) {
			b.WriteString(item)
		}
	}
	b.WriteString("//\n")
	return b.String()
}
