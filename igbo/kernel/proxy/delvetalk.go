package proxy

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Delve numbers frames and values from 1000 at each stop, but front ends only refresh items with new numbers. Therefore the numbers that
// front ends see have the count of stops above the lowest stopBits bits. Numbers of the session's variables have no count.
const stopBits = 20

// askLimit limits the time that Delve may take for an answer. Steps are answered before they complete.
const askLimit = 20 * time.Second

// resuming lists the requests that continue the program.
var resuming = []string{"continue", "next", "stepIn", "stepOut"}

// breakpoints lists the breakpoints as debugInfo has them.
func (d *debug) breakpoints() []any {
	all := []any{}
	for _, path := range slices.Sorted(maps.Keys(d.breaks)) {
		all = append(all, map[string]any{"source": path, "breakpoints": d.breaks[path]})
	}
	return all
}

// setBreakpoints records the breakpoints of a cell, which apply when the cell runs.
func (d *debug) setBreakpoints(r debugRequest) (any, error) {
	path, answer := r.Arguments.Source.Path, []any{}
	if d.breaks == nil {
		d.breaks = map[string][]any{}
	}
	d.breaks[path] = r.Arguments.Breakpoints
	if len(r.Arguments.Breakpoints) == 0 {
		delete(d.breaks, path)
	}
	for _, b := range r.Arguments.Breakpoints {
		if one, is := b.(map[string]any); is {
			answer = append(answer, map[string]any{"line": one["line"], "verified": true, "source": map[string]any{"path": path}})
		}
	}
	return map[string]any{"breakpoints": answer}, nil
}

// stoppedThreads lists the threads that have stopped.
func (r *debugRun) stoppedThreads() []int {
	if r == nil {
		return []int{}
	}
	return append([]int{}, r.stopped...)
}

// terminate ends the cell.
func (r *debugRun) terminate() {
	if r != nil {
		r.ended = true
		r.cell.cancel()
	}
}

// askDelve forwards a request to Delve, if a cell runs under it and the request is about that cell.
func (p *proxy) askDelve(m incoming, request debugRequest) bool {
	r := p.debug.run
	if r == nil || r.client == nil {
		return false
	}
	var content struct{ Arguments map[string]any }
	_ = json.Unmarshal(m.Content, &content) // it was read before
	arguments := content.Arguments
	if arguments == nil {
		arguments = map[string]any{}
	}
	ask := request.Command
	switch ask {
	case "setBreakpoints":
		if _, err := p.debug.setBreakpoints(request); err != nil {
			return false
		}
		arguments["source"] = map[string]any{"path": delvePath(request.Arguments.Source.Path)}
	case "continue", "next", "stepIn", "stepOut", "stackTrace", "pause":
		r.thread(arguments)
		if slices.Contains(resuming, ask) {
			r.stopped = nil
		}
	case "scopes", "evaluate":
		below(arguments, "frameId")
	case "variables":
		if request.Arguments.Reference>>stopBits == 0 {
			return false // of the session
		}
		below(arguments, "variablesReference")
	case "richInspectVariables":
		if request.Arguments.Frame == nil {
			return false
		}
		ask, arguments = "evaluate", map[string]any{"expression": request.Arguments.Name, "frameId": *request.Arguments.Frame, "context": "hover"}
		below(arguments, "frameId")
	case "threads", "exceptionInfo", "setVariable":
	case "source":
		return p.sourceOfGo(m, request)
	default:
		return false
	}
	client, above := r.client, r.count<<stopBits
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), askLimit)
		defer cancel()
		a, err := client.Ask(ctx, ask, arguments)
		if err == nil && !a.Success {
			err = fmt.Errorf("%s", a.Reason())
		}
		var body map[string]any
		_ = json.Unmarshal(a.Body, &body) // without one it is empty
		p.soon(func() { p.debugReply(m, request, forFrontEnd(request.Command, body, above), err) })
	}()
	return true
}

// below converts one of the front ends' numbers to Delve's.
func below(arguments map[string]any, name string) {
	switch n := arguments[name].(type) {
	case float64:
		arguments[name] = int(n) & (1<<stopBits - 1)
	case int:
		arguments[name] = n & (1<<stopBits - 1)
	}
}

// thread sets the thread that has stopped, because JupyterLab always sends 1.
func (r *debugRun) thread(arguments map[string]any) {
	if n, _ := arguments["threadId"].(float64); len(r.stopped) > 0 && !slices.Contains(r.stopped, int(n)) {
		arguments["threadId"] = r.stopped[len(r.stopped)-1]
	}
}

// sourceOfGo answers with a Go file in which the program has stopped. It returns false for a cell.
func (p *proxy) sourceOfGo(m incoming, request debugRequest) bool {
	path := request.Arguments.Source.Path
	if !filepath.IsAbs(path) || filepath.Ext(path) != ".go" {
		return false
	}
	text, err := os.ReadFile(path)
	p.debugReply(m, request, map[string]string{"content": string(text), "mimeType": "text/x-go"}, err)
	return true
}
