package complete

import (
	"context"
	"errors"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// listed returns the compiled files of the packages that the tests import.
func listed(ctx context.Context) (map[string]string, error) {
	out, err := exec.CommandContext(ctx, "go", "list", "-export", "-deps", "-f", "{{if .Export}}{{.ImportPath}}={{.Export}}{{end}}", "fmt", "strings").Output()
	return cells.Exports(out), err
}

// TestReader checks completion and descriptions of declarations of cells, at offsets in characters.
func TestReader(t *testing.T) {
	r := &Reader{Help: Help{Exports: listed, Document: func(_ context.Context, path, symbol string) string { return "of " + path + "." + symbol }}}
	r.Learn(1, "!ls\n%noautoget\nvar größe = 3.5\nfunc circumference(r float64) float64 { return 6.28 * r }")
	r.Learn(2, "%%bash\necho \"func nothing() {}\"")
	r.Learn(3, "%%\nlocal := 1")
	r.Learn(4, "%%time\nvar timely = 2")
	for _, c := range []struct{ code, want, not string }{
		{"cir|", "circumference", "größe"},
		{"%%\nπ := größe\nfmt.Println(grö|)", "größe", "π"},
		{"!echo häß\n%%\nfmt.Prin|", "Println", "Errorf"},
		{"loc|", "", "local"},
		{"tim|", "timely", "local"},
		{"noth|", "", "nothing"},
	} {
		before, after, _ := strings.Cut(c.code, "|")
		at := len([]rune(before))
		got := r.Complete(t.Context(), before+after, at)
		names, start := got["matches"].([]string), got["cursor_start"].(int)
		if c.want != "" && !slices.Contains(names, c.want) || slices.Contains(names, c.not) {
			t.Errorf("%s: %q, want %s and not %s", c.code, names, c.want, c.not)
		}
		if c.want != "" && !strings.HasPrefix(c.want, string([]rune(before)[start:])) {
			t.Errorf("%s: %d is not where the name begins", c.code, start)
		}
	}
	if got := r.Inspect(t.Context(), "circumference(", 14); !strings.Contains(got["data"].(map[string]string)["text/plain"], "6.28 * r }\n\ndeclared in cell [1]") {
		t.Errorf("%v", got)
	}
	if got := r.Inspect(t.Context(), "fmt.Println", 11); got["data"].(map[string]string)["text/plain"] != "of fmt.Println" {
		t.Errorf("%v", got)
	}
	r.Forget()
	if got := r.Complete(t.Context(), "circ", 4); len(got["matches"].([]string)) > 0 {
		t.Errorf("after %%reset %v", got)
	}
}

// TestReaderWithout checks that without packages nothing is completed and nothing fails.
func TestReaderWithout(t *testing.T) {
	for _, h := range []Help{{}, {Exports: func(context.Context) (map[string]string, error) { return nil, errors.New("no go command") }}} {
		r := &Reader{Help: h}
		r.Learn(1, "x := 1")
		if got := r.Complete(t.Context(), "x", 1); got["status"] != "ok" || len(got["matches"].([]string)) > 0 {
			t.Errorf("%v", got)
		}
		if got := r.Inspect(t.Context(), "x", 1); got["found"] != false {
			t.Errorf("%v", got)
		}
	}
}
