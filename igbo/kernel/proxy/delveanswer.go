package proxy

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/delve"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// forFrontEnd changes the numbers and paths in an answer of Delve.
func forFrontEnd(command string, body map[string]any, above int) any {
	if body == nil {
		return struct{}{}
	}
	switch command {
	case "richInspectVariables":
		text, _ := body["result"].(string)
		return map[string]any{"data": map[string]string{"text/plain": text}, "metadata": struct{}{}}
	case "variables":
		all, _ := body["variables"].([]any)
		for _, v := range all {
			describe(v)
		}
	case "stackTrace":
		frames, _ := body["stackFrames"].([]any)
		if own := slices.DeleteFunc(slices.Clone(frames), ofRuntime); len(own) > 0 {
			body["stackFrames"], body["totalFrames"] = own, len(own)
		}
	}
	number(body, above)
	return body
}

// describe adds the value of a variable to its type, because JupyterLab's tree only shows the type of most values.
func describe(variable any) {
	v, is := variable.(map[string]any)
	if !is {
		return
	}
	kind, _ := v["type"].(string)
	value, _ := v["value"].(string)
	switch {
	case kind == "" || strings.HasPrefix(value, kind):
		v["type"] = value
	default:
		v["type"] = kind + ": " + value
	}
}

// ofRuntime reports whether a frame is of Go's runtime.
func ofRuntime(frame any) bool {
	f, _ := frame.(map[string]any)
	name, _ := f["name"].(string)
	return strings.HasPrefix(name, "runtime.")
}

// number puts the count of stops into the numbers of an answer, and front ends' paths into sources.
func number(value any, above int) {
	switch v := value.(type) {
	case []any:
		for _, one := range v {
			number(one, above)
		}
	case map[string]any:
		if n, is := v["variablesReference"].(float64); is && n > 0 {
			v["variablesReference"] = int(n) + above
		}
		if n, is := v["id"].(float64); is && v["source"] != nil && v["name"] != nil { // a frame
			v["id"] = int(n) + above
		}
		if path, is := v["path"].(string); is && strings.HasPrefix(path, delvePath(sourcePrefix)) {
			v["path"], v["name"] = strings.TrimPrefix(path, "/"), filepath.Base(path)
		}
		for _, one := range v {
			number(one, above)
		}
	}
}

// delveEvent handles an event of Delve.
func (p *proxy) delveEvent(r *debugRun, e delve.Event) {
	var body struct {
		Category, Output string
		Thread           int `json:"threadId"`
		Exit             int `json:"exitCode"`
	}
	if json.Unmarshal(e.Body, &body) != nil {
		return
	}
	c := r.cell
	switch {
	case p.running != c:
	case e.Name == "output" && (body.Category == "stdout" || body.Category == "stderr"):
		p.printed(r, body.Category, body.Output)
	case e.Name == "stopped":
		r.count++
		r.stopped = append(slices.DeleteFunc(r.stopped, func(t int) bool { return t == body.Thread }), body.Thread)
		p.debugEvent(c, e.Name, e.Body)
	case e.Name == "continued":
		p.debugEvent(c, e.Name, e.Body)
	case e.Name == "exited":
		r.exit = body.Exit
	}
}

// printed forwards the output of a program. A line of a stack arrives in parts, and waits until it is complete: then its position
// becomes one of a cell.
func (p *proxy) printed(r *debugRun, stream, text string) {
	if stream == "stderr" {
		text, r.part = r.part+text, ""
		if at := strings.LastIndexByte(text, '\n') + 1; strings.HasPrefix(text[at:], "\t") {
			text, r.part = text[:at], text[at:]
		}
	}
	for _, n := range r.program.Cells {
		text = strings.ReplaceAll(text, delvePath(r.paths[n])+":", cells.FileName(n)+":")
	}
	if m := p.message("stream", r.cell.Message, map[string]string{"name": stream, "text": text}); m != nil && text != "" {
		p.output(r.cell, m)
	}
}

// debugEvent sends front ends an event of the debugger.
func (p *proxy) debugEvent(c *cell, name string, body any) {
	p.debug.events++
	p.publish(c.Message, "debug_event", map[string]any{"type": "event", "seq": p.debug.events, "event": name, "body": body})
}
