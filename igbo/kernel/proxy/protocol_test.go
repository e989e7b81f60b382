//go:build unix

package proxy

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/kernel/proxy/past"
	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// TestHistory checks requests for earlier cells of this kernel.
func TestHistory(t *testing.T) {
	all := []past.Entry{{Session: 4, Count: 1, Code: "old"}, {Session: 5, Count: 1, Code: "a := 1"}, {Session: 5, Count: 2, Code: "b/c\nd"}, {Session: 5, Count: 3, Code: "a := 1"}}
	n := func(i int) *int { return &i }
	for _, c := range []struct {
		asked historyRequest
		want  []int
	}{
		{historyRequest{Kind: "tail", N: n(2)}, []int{52, 53}}, {historyRequest{Kind: "tail"}, []int{41, 51, 52, 53}}, {historyRequest{Kind: "tail", N: n(0)}, nil},
		{historyRequest{Kind: "range", Start: n(2)}, []int{52, 53}}, {historyRequest{Kind: "range", Start: n(1), Stop: n(2)}, []int{51}}, {historyRequest{Kind: "range"}, []int{51, 52, 53}},
		{historyRequest{Kind: "range", Session: 2}, nil}, {historyRequest{Kind: "range", Session: -1}, []int{41}}, {historyRequest{Kind: "range", Session: 4}, []int{41}}, {historyRequest{Kind: "range", Session: -9}, nil},
		{historyRequest{Kind: "range", Start: n(-2)}, []int{52, 53}}, {historyRequest{Kind: "range", Start: n(1), Stop: n(-1)}, []int{51, 52}},
		{historyRequest{Kind: "search", Pattern: "a*"}, []int{51, 53}}, {historyRequest{Kind: "search", Pattern: "a*", Unique: true}, []int{53}}, {historyRequest{Kind: "search", Pattern: "*c*d"}, []int{52}},
		{historyRequest{Kind: "search"}, []int{41, 51, 52, 53}}, {historyRequest{Kind: "search", Pattern: "[", N: n(1)}, nil}, {historyRequest{Kind: "search", Pattern: "\\old"}, nil},
	} {
		var got []int
		for _, e := range c.asked.of(all, 5) {
			got = append(got, 10*e.Session+e.Count)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v: %d, want %d", c.asked, got, c.want)
		}
	}
}

// TestStoredHistory checks that the next kernel has the cells of an earlier one with its session number, and that only the user can read
// the file.
func TestStoredHistory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "igbolab", "history.jsonl")
	first := startKernel(t, historyVariable+"="+file)
	for _, code := range []string{"!echo a", "  ", "!echo b", "%nosuch"} {
		execute(t, first, code)
	}
	request(t, first, "!echo silent", execution{silent: true, stored: true})
	if err := first.Stop(patience); err != nil {
		t.Fatal(err)
	}
	second := startKernel(t, historyVariable+"="+file)
	execute(t, second, "!echo c")
	for _, c := range []struct {
		asked map[string]any
		want  string
	}{
		{map[string]any{"hist_access_type": "tail", "n": 3}, `[[1,2,"!echo b"],[1,3,"%nosuch"],[2,1,"!echo c"]]`},
		{map[string]any{"hist_access_type": "range", "session": -1, "start": 1, "stop": 3}, `[[1,1,"!echo a"],[1,2,"!echo b"]]`},
		{map[string]any{"hist_access_type": "range", "session": 0}, `[[2,1,"!echo c"]]`},
		{map[string]any{"hist_access_type": "search", "pattern": "!echo [ac]", "output": true}, `[[1,1,["!echo a",null]],[2,1,["!echo c",null]]]`},
	} {
		var got struct{ History json.RawMessage }
		if err := second.Request(t.Context(), "history_request", c.asked, &got); err != nil || string(got.History) != c.want {
			t.Errorf("%v: %s %v", c.asked, got.History, err)
		}
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info, err)
	}
}

// execution holds the fields of a request except its code.
type execution struct {
	silent, stored bool
	expressions    map[string]string
}

// request runs a cell with options, and returns the reply and the published messages.
func request(t *testing.T, k *wire.Kernel, code string, w execution) (reply map[string]any, published []string) {
	t.Helper()
	next := watch(t, connectionOf(t, k))
	if err := k.Request(t.Context(), "execute_request", map[string]any{
		"code": code, "silent": w.silent, "store_history": w.stored, "user_expressions": w.expressions, "allow_stdin": false, "stop_on_error": true,
	}, &reply); err != nil {
		t.Fatal(err)
	}
	for m := next(); m.State() != "idle"; m = next() {
		published = append(published, m.Header.Type)
	}
	return reply, published
}

// TestProtocol checks the kernel's description of itself, and that a silent cell shows and stores nothing.
func TestProtocol(t *testing.T) {
	k := startKernel(t)
	var info struct {
		Banner  string
		Version string           `json:"implementation_version"`
		Links   []map[string]any `json:"help_links"`
	}
	if err := k.Request(t.Context(), "kernel_info_request", struct{}{}, &info); err != nil || !strings.HasPrefix(info.Banner, "igbolab ") || info.Version == "" || len(info.Links) == 0 {
		t.Errorf("%v %+v", err, info)
	}
	for _, code := range []string{"!echo a", "%nosuch", "%help"} {
		if reply, published := request(t, k, code, execution{silent: true, stored: true}); len(published) != 1 || reply["execution_count"] != 0.0 {
			t.Errorf("%s: %v %v", code, published, reply)
		}
	}
	if reply, published := request(t, k, "!echo b", execution{}); !slices.Contains(published, "stream") || reply["execution_count"] != 0.0 {
		t.Errorf("%v %v", published, reply)
	}
	execute(t, k, "!echo c")
	var history struct{ History [][]any }
	if err := k.Request(t.Context(), "history_request", map[string]any{"hist_access_type": "tail", "n": 5, "output": false, "raw": true}, &history); err != nil || len(history.History) != 1 || history.History[0][2] != "!echo c" {
		t.Errorf("%v %v", err, history)
	}
	reply, _ := request(t, k, "!true", execution{stored: true, expressions: map[string]string{"v": "x"}})
	if v, is := reply["user_expressions"].(map[string]any)["v"].(map[string]any); !is || v["status"] != "error" {
		t.Errorf("%v", reply)
	}
}

// TestStatefulExpressions checks that user expressions are computed after the cell, and that a failing expression does not fail the cell.
func TestStatefulExpressions(t *testing.T) {
	k := startStatefulKernel(t)
	reply, published := request(t, k, "x := 42", execution{stored: true, expressions: map[string]string{
		"name": "x", "sum": "x + 1", "call": "strings.ToUpper(\"a\")", "html": "notebook.HTML(\"<b>x</b>\")", "nothing": "fmt.Sprint()",
		"missing": "nosuch + 1", "statement": "y := 1", "panics": "[]int{}[x]", "exits": "func() int { os.Exit(0); return 1 }()",
	}})
	if reply["status"] != "ok" || slices.Contains(published, "execute_result") || slices.Contains(published, "error") {
		t.Errorf("%v %v", reply, published)
	}
	all, _ := reply["user_expressions"].(map[string]any)
	for name, want := range map[string]string{"name": "42", "sum": "43", "call": "A", "html": "<b>x</b>"} {
		v, _ := all[name].(map[string]any)
		data, _ := v["data"].(map[string]any)
		if v["status"] != "ok" || data["text/plain"] != want && data["text/html"] != want {
			t.Errorf("%s: %v", name, v)
		}
	}
	for name, want := range map[string]string{"missing": "undefined: nosuch", "statement": "must be an expression", "panics": "out of range", "exits": "ended the cell"} {
		v, _ := all[name].(map[string]any)
		if reported, _ := v["evalue"].(string); v["status"] != "error" || v["ename"] == "" || !strings.Contains(reported, want) {
			t.Errorf("%s: %v", name, v)
		}
	}
	if e := execute(t, k, "x"); e.Err() != nil || shown(e) != "42" {
		t.Errorf("%+v", e)
	}
}
