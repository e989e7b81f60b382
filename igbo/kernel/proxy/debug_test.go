//go:build unix

package proxy

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// debugAnswer is the content of a reply about the debugger.
type debugAnswer struct {
	Type, Command, Message string
	Seq                    int
	RequestSeq             int `json:"request_seq"`
	Success                bool
	Body                   map[string]any
}

// ask sends a request for the debugger.
func ask(t testing.TB, k *wire.Kernel, command string, arguments any) (a debugAnswer) {
	t.Helper()
	m, err := wire.NewMessage("debug_request", "test", nil, map[string]any{"type": "request", "seq": 7, "command": command, "arguments": arguments})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	if err := k.Send(ctx, true, m, func(m *wire.Message) bool {
		if m.Header.Type != "debug_reply" {
			return false
		}
		if err := json.Unmarshal(m.Content, &a); err != nil {
			t.Error(err)
		}
		return true
	}); err != nil {
		t.Fatalf("%s: %v", command, err)
	}
	if a.Type != "response" || a.Command != command || a.Seq != 7 || a.RequestSeq != 7 {
		t.Errorf("%s: %+v", command, a)
	}
	return a
}

// variablesOf requests the variables, or parts of one, and returns them by name.
func variablesOf(t testing.TB, k *wire.Kernel, command string, arguments any) map[string]debugVariable {
	t.Helper()
	a := ask(t, k, command, arguments)
	text, _ := json.Marshal(a.Body["variables"])
	var all []debugVariable
	if err := json.Unmarshal(text, &all); err != nil || !a.Success || all == nil {
		t.Fatalf("%s %v: %v %+v", command, arguments, err, a)
	}
	found := map[string]debugVariable{}
	for _, v := range all {
		found[v.Name] = v
	}
	return found
}

func inspected(t testing.TB, k *wire.Kernel) map[string]debugVariable {
	t.Helper()
	return variablesOf(t, k, "inspectVariables", struct{}{})
}

func partsOf(t testing.TB, k *wire.Kernel, v debugVariable) map[string]debugVariable {
	t.Helper()
	if v.Reference == 0 {
		t.Fatalf("%+v does not unfold", v)
	}
	return variablesOf(t, k, "variables", map[string]int{"variablesReference": v.Reference})
}

// TestDebugRequests checks that requests are answered, also without variables, and that unsupported ones are refused by name.
func TestDebugRequests(t *testing.T) {
	k := startKernel(t)
	var info struct {
		Debugger bool
		Features []string `json:"supported_features"`
	}
	if err := k.Request(t.Context(), "kernel_info_request", struct{}{}, &info); err != nil || !info.Debugger || !slices.Contains(info.Features, "debugger") {
		t.Errorf("%v %+v", err, info)
	}
	if a := ask(t, k, "debugInfo", nil); a.Body["isStarted"] != false || a.Body["hashMethod"] != "Murmur2" {
		t.Errorf("%+v", a)
	}
	for command, field := range map[string]string{
		"initialize": "exceptionBreakpointFilters", "attach": "", "setExceptionBreakpoints": "", "configurationDone": "", "modules": "modules", "setBreakpoints": "breakpoints",
		"stackTrace": "stackFrames", "scopes": "scopes", "threads": "threads", "inspectVariables": "variables",
	} {
		a := ask(t, k, command, map[string]any{})
		if _, is := a.Body[field].([]any); !a.Success || field != "" && !is {
			t.Errorf("%s: %+v", command, a)
		}
	}
	if a := ask(t, k, "debugInfo", nil); a.Body["isStarted"] != true {
		t.Errorf("%+v", a)
	}
	path := ask(t, k, "dumpCell", map[string]string{"code": "x := 1"}).Body["sourcePath"]
	if path != "cells/2984684956.go" {
		t.Errorf("%v", path)
	}
	if a := ask(t, k, "source", map[string]any{"source": map[string]any{"path": path}}); a.Body["content"] != "x := 1" {
		t.Errorf("%+v", a)
	}
	for command, arguments := range map[string]any{
		"continue": nil, "nosuch": nil, "variables": map[string]int{"variablesReference": 5}, "source": map[string]any{"source": map[string]any{"path": "/etc/passwd"}},
		"richInspectVariables": map[string]string{"variableName": "nosuch"}, "initialize": 3,
	} {
		if a := ask(t, k, command, arguments); a.Success || a.Message == "" {
			t.Errorf("%s: %+v", command, a)
		}
	}
	if a := ask(t, k, "disconnect", nil); !a.Success || ask(t, k, "debugInfo", nil).Body["isStarted"] != false {
		t.Errorf("%+v", a)
	}
}

// TestStatefulVariables checks that a panel shows and unfolds variables, also while a cell runs.
func TestStatefulVariables(t *testing.T) {
	k := startStatefulKernel(t)
	if all := inspected(t, k); len(all) != 0 {
		t.Errorf("%+v", all)
	}
	if e := execute(t, k, `type room struct{ Area float64; doors []string }
type house struct { Street string; Rooms map[string]*room; next *house; Any any }
h := house{Street: "Main", Rooms: map[string]*room{"bath": {Area: 4}, "bed": {Area: 12, doors: []string{"in", "out"}}}}
h.next, h.Any = &h, []any{1, "two", &h}
weights := [][]float64{{1, 2, 3}, {4, 5, 6}}
big := make([]int, 1_000_000)
rate, word, none := 0.25, "word", error(nil)
keys := map[house2]int{{1, "a"}: 1, {2, "b"}: 2}
type house2 struct { n int; s string }
`); e.Err() != nil {
		t.Fatalf("%+v", e)
	}
	if e := execute(t, k, "import \"gonum.org/v1/gonum/mat\"\ndense := mat.NewDense(2, 3, []float64{1, 2, 3, 4, 5, 6})"); e.Err() != nil {
		t.Fatalf("%+v", e)
	}
	ask(t, k, "initialize", nil)
	all := inspected(t, k)
	for name, want := range map[string]string{
		"rate": "float64, 8 B: 0.25", "word": `string, 20 B: "word"`, "weights": "[][]float64 (2 × 3), 120 B: [[1 2 3] [4 5 6]]", "big": "[]int (1000000), 8.0 MB: [0 0 0 0 0 0 0 0 … 999992 more]",
		"none": "error, 16 B: nil", "dense": "*mat.Dense (2 × 3), ",
	} {
		if v := all[name]; !strings.HasPrefix(v.Type, want) || v.Evaluate != name {
			t.Errorf("%s: %+v, want %q", name, v, want)
		}
	}
	if v := all["h"]; !strings.HasPrefix(v.Type, "main.house, ") || len(partsOf(t, k, v)) != 4 {
		t.Errorf("%+v", v)
	}
	rooms := partsOf(t, k, partsOf(t, k, all["h"])["Rooms"])
	if doors := partsOf(t, k, partsOf(t, k, rooms[`["bed"]`])["doors"]); doors["[1]"].Value != `"out"` || doors["[1]"].Evaluate != `h.Rooms["bed"].doors[1]` {
		t.Errorf("%+v %+v", rooms, doors)
	}
	at := all["h"]
	for range 20 { // it contains itself
		at = partsOf(t, k, at)["next"]
	}
	if v := partsOf(t, k, at)["Street"]; v.Value != `"Main"` {
		t.Errorf("%+v", v)
	}
	if row := partsOf(t, k, partsOf(t, k, all["dense"])["row 1"]); row["[2]"].Value != "6" || row["[2]"].Reference != 0 {
		t.Errorf("%+v", row)
	}
	if row := partsOf(t, k, partsOf(t, k, all["weights"])["[1]"]); row["[2]"].Value != "6" {
		t.Errorf("%+v", row)
	}
	if parts := partsOf(t, k, all["keys"]); parts["[{n:2 s:\"b\"}]"].Value != "2" {
		t.Errorf("%+v", parts)
	}
	if parts := partsOf(t, k, all["big"]); len(parts) != mostParts+1 || parts["…"].Value == "" {
		t.Errorf("%d parts, %+v", len(parts), parts["…"])
	}
	if page := variablesOf(t, k, "variables", map[string]int{"variablesReference": all["big"].Reference, "start": 999_990, "count": 50}); len(page) != 10 || page["[999999]"].Value != "0" {
		t.Errorf("%+v", page)
	}
	if a := ask(t, k, "richInspectVariables", map[string]string{"variableName": "weights"}); !a.Success || !strings.Contains(fmt.Sprint(a.Body["data"]), "<td>[1]</td><td>[]float64</td><td>[4 5 6]</td>") {
		t.Errorf("%+v", a)
	}
	if e := execute(t, k, "func (r *room) Big() bool { return r.Area > 10 }\nvar p *room = h.Rooms[\"bed\"]\np.Big()"); e.Err() != nil { // reading must not have made types that conflict
		t.Errorf("%+v", e)
	}
	if e := execute(t, k, "x := 1"); e.Err() != nil {
		t.Fatalf("%+v", e)
	}
	all = inspected(t, k)
	shown := partsOf(t, k, all["weights"])
	done := make(chan wire.Execution, 1)
	begun, seen := make(chan struct{}), filepath.Join(t.TempDir(), "seen")
	go func() {
		e, err := k.ExecuteWatched(t.Context(), fmt.Sprintf("fmt.Println(\"begun\")\nfor _, err := os.Stat(%[1]q); err != nil; _, err = os.Stat(%[1]q) {\n\ttime.Sleep(time.Millisecond)\n}\nlate := 1\nx = 5", seen), func(wire.Output) { close(begun) })
		if err != nil {
			t.Error(err)
		}
		done <- e
	}()
	<-begun
	if during := inspected(t, k); during["x"].Value != "1" || during["late"].Name != "" || len(during) != len(all) {
		t.Errorf("%+v", during)
	}
	if parts := partsOf(t, k, all["weights"]); parts["[1]"] != shown["[1]"] {
		t.Errorf("%+v, want %+v", parts, shown)
	}
	if parts := partsOf(t, k, all["keys"]); parts["…"].Value != whileItRuns {
		t.Errorf("%+v", parts)
	}
	select {
	case e := <-done:
		t.Errorf("the cell ended before the variables were seen: %+v", e)
	default:
	}
	must.Do(t, os.WriteFile(seen, nil, 0o600))
	if e := <-done; e.Err() != nil {
		t.Errorf("%+v", e)
	}
	if after := inspected(t, k); after["x"].Value != "5" || after["late"].Value != "1" {
		t.Errorf("%+v", after)
	}
	execute(t, k, "%live off")
	if all := inspected(t, k); len(all) != 0 {
		t.Errorf("%+v", all)
	}
}

// TestStatefulVariablesHostile checks that reading variables never ends the process, whatever goroutines of cells do, and that its work is
// limited.
func TestStatefulVariablesHostile(t *testing.T) {
	k := startStatefulKernel(t)
	ask(t, k, "initialize", nil)
	var many strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&many, "var v%d = map[string][]int{\"a\": make([]int, %d)}\n", i, i)
	}
	if e := execute(t, k, many.String()+"n := 1\nm := map[int]string{}\nfor i := range 200_000 { m[i] = fmt.Sprint(i) }\ndeep := any(nil)\nfor range 100_000 { deep = []any{deep} }"); e.Err() != nil {
		t.Fatalf("%+v", e.Err())
	}
	start := time.Now()
	all := inspected(t, k)
	for all["m"].Value == whileItRuns && time.Since(start) < time.Minute { // a busy machine reads them later
		all = inspected(t, k)
	}
	if took := time.Since(start); len(all) != 3003 || all["n"].Value != "1" || took > 2*time.Minute {
		t.Errorf("%d variables after %v", len(all), took)
	}
	if parts := partsOf(t, k, all["m"]); len(parts) != mostParts+1 {
		t.Errorf("%d parts", len(parts))
	}
	at := all["deep"]
	for range 150 {
		a := ask(t, k, "variables", map[string]int{"variablesReference": at.Reference})
		if !a.Success && a.Message != "" {
			at.Reference = 0
			break
		}
		at = partsOf(t, k, at)["[0]"]
	}
	if at.Reference != 0 {
		t.Error("the path has no end")
	}
	if e := execute(t, k, `type node struct { next *node; any any; m map[int]int; s []string }
var root = &node{}
stop := make(chan bool)
go func() {
	for i := 0; ; i++ {
		select {
		case <-stop:
			return
		default:
		}
		root = &node{next: root.next, any: i, m: map[int]int{i: i}, s: make([]string, i%10)}
		m[i%1000] = "x"
		root.m[i]++
		n++
	}
}()`); e.Err() != nil {
		t.Fatalf("%+v", e)
	}
	waitFor(t, "the goroutine runs", func() bool { return inspected(t, k)["n"].Value != "1" })
	for range 50 {
		all := inspected(t, k)
		if all["n"].Value == "1" || all["n"].Value == "" || all["m"].Reference != 0 || all["root"].Reference != 0 {
			t.Fatalf("%+v %+v %+v", all["n"], all["m"], all["root"])
		}
	}
	ask(t, k, "variables", map[string]int{"variablesReference": 1})
	for range 20 { // cells that end while variables are read
		go func() { _, _ = k.Execute(t.Context(), "n") }()
		inspected(t, k)
	}
	if e := execute(t, k, "close(stop)\nlen(m)"); e.Err() != nil {
		t.Errorf("%+v", e)
	}
	waitFor(t, "m can be unfolded", func() bool { return inspected(t, k)["m"].Reference != 0 }) // its goroutine ends concurrently
	execute(t, k, "syscall.Kill(os.Getpid(), syscall.SIGKILL)")
	if a := ask(t, k, "inspectVariables", nil); !a.Success {
		t.Errorf("%+v", a)
	}
	if e := execute(t, k, "y := 2\ny"); e.Err() != nil {
		t.Errorf("%+v", e)
	}
	if all := inspected(t, k); len(all) != 1 || all["y"].Value != "2" {
		t.Errorf("%+v", all)
	}
}
