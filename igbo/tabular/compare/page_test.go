package compare_test

import (
	"bytes"
	"regexp"
	"testing"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestPage checks that the page contains the sentence, the tables and every figure, has no external
// references, and escapes the header of a file.
func TestPage(t *testing.T) {
	cfg := quick(0)
	cfg.Repeats, cfg.Steps = 1, 20
	data := draw(30, 5, 1, 0, 9)
	data.Features[4] = "<script>alert(1)</script>"
	v := evaluate(t, cfg, data, threeAbove(t, data.Features, 0, 1, 2), workflow.Options{Unkept: true})
	v.Target = "<b>price</b>"
	page := must.Of(v.Page()).In(t)
	figures := must.Of(v.Figures()).In(t)
	if n := bytes.Count(page, []byte("<svg")); n != len(figures) || n != 5 {
		t.Errorf("%d figures in the page, want %d, and 5", n, len(figures))
	}
	for _, outside := range []string{`https?://`, `<script`, `<b>price`, `<link`} {
		if found := regexp.MustCompile(outside).Find(page); found != nil {
			t.Errorf("the page has %s", found)
		}
	}
	for _, part := range []string{v.Sentence[:20], "Diagnostics", "ridge regression", "&lt;b&gt;price"} {
		if !bytes.Contains(page, []byte(part)) {
			t.Errorf("the page lacks %q", part)
		}
	}
	for _, table := range v.Tables() {
		if len(table.Text()) == 0 || len(table.CSV()) == 0 {
			t.Errorf("table %s is empty", table.Name)
		}
	}
}
