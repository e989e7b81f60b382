//go:build unix

package proxy

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// TestCheck checks that a comm checks code against the session without changing it. While a cell runs, only the last question is answered,
// after the cell.
func TestCheck(t *testing.T) {
	k := startStatefulKernel(t)
	send := func(kind string, content any, stop func(*wire.Message) bool) {
		t.Helper()
		m, err := wire.NewMessage(kind, "page", nil, content)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		if err := k.Send(ctx, false, m, stop); err != nil {
			t.Error(err)
		}
	}
	idle := func(m *wire.Message) bool { return m.State() == "idle" }
	check := func(data checkRequest) (got checkAnswer) {
		t.Helper()
		send("comm_msg", map[string]any{"comm_id": "c", "data": data}, func(m *wire.Message) bool {
			var content struct{ Data checkAnswer }
			if m.Header.Type == "comm_msg" && json.Unmarshal(m.Content, &content) == nil {
				got = content.Data
			}
			return m.Header.Type == "comm_msg"
		})
		return got
	}
	send("comm_open", map[string]any{"comm_id": "c", "target_name": CheckTarget, "data": struct{}{}}, idle)
	runLines(t, k, []line{{code: "x := 1\nfunc f(i int) int { return i }"}})
	fault := func(line, column, end int, text string) diagnostic {
		return diagnostic{line, column, end, "error", text}
	}
	for _, c := range []struct {
		code string
		want []diagnostic
	}{
		{"f(x)", []diagnostic{}},
		{"y := f(x)\ny++", []diagnostic{}},
		{"!echo\nñ := nosuch\nf(\"a\")", []diagnostic{fault(2, 6, 12, "undefined: nosuch"), fault(3, 3, 4, `cannot use "a" (untyped string constant) as int value in argument to f`)}},
		{"f(", []diagnostic{fault(1, 1, 2, "expected operand, found '}' (the cell ends here)")}},
		{"%%bash\nls", []diagnostic{}},
		{"y", []diagnostic{fault(1, 1, 2, "undefined: y")}},
	} {
		got := check(checkRequest{Code: c.code, ID: json.RawMessage(`"1"`)})
		if len(got.Diagnostics) != len(c.want) || len(c.want) > 0 && !reflect.DeepEqual(got.Diagnostics, c.want) || string(got.ID) != `"1"` {
			t.Errorf("%q: %+v", c.code, got)
		}
	}
	start := time.Now()
	for range 20 {
		check(checkRequest{Code: "y := f(x)\nfmt.Println(y, nosuch)"})
	}
	t.Logf("a check takes %v", time.Since(start)/20)
	if got := check(checkRequest{Code: "import \"archive/tar\"\n_ = tar.TypeReg"}); len(got.Diagnostics) > 0 {
		t.Errorf("%+v", got)
	}
	for _, c := range []struct {
		code   string
		cursor int
		want   string
	}{{"y := nosuch", 7, "error: undefined: nosuch"}, {"x\nf(\"a\")", 5, "error: cannot use \"a\""}, {"f(x)", 0, ""}, {"f(", 2, ""}, {"ñ := f(nosuch)", 9, "error: undefined"}} {
		var reply struct {
			Data map[string]string
		}
		if err := k.Request(t.Context(), "inspect_request", map[string]any{"code": c.code, "cursor_pos": c.cursor, "detail_level": 0}, &reply); err != nil || !strings.HasPrefix(reply.Data["text/plain"], c.want) || c.want == "" && len(reply.Data) > 0 {
			t.Errorf("%q: %v %+v", c.code, err, reply)
		}
	}
	begun := make(chan bool, 1)
	k.Input = func(string, bool) string { begun <- true; return "" }
	go func() { _, _ = k.Execute(context.Background(), "var line string\nfmt.Scanln(&line)\nlate := 1") }()
	<-begun
	if got := check(checkRequest{Code: "late"}); len(got.Diagnostics) > 0 {
		t.Errorf("%+v", got)
	}
	runLines(t, k, []line{{code: "x", shown: "1"}, {code: "%live off"}})
	if got := check(checkRequest{Code: "nosuch("}); len(got.Diagnostics) != 1 || got.Unchecked == "" {
		t.Errorf("%+v", got)
	}
	send("comm_close", map[string]any{"comm_id": "c", "data": struct{}{}}, idle)
}
