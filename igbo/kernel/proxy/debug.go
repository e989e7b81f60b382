package proxy

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/igbolab/igbolab/igbo/kernel/executor"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// Requests of the Debug Adapter Protocol, as ipykernel answers them. They show variables. While a cell runs under Delve, Delve answers some.

// debug holds the front ends' view of the variables.
type debug struct {
	started bool
	view    executor.View           // the variables at the end of the last cell
	values  []message.Value         // as last read
	parts   map[int][]debugVariable // of values, as last read, by reference
	refs    []reference             // references to values that unfold; the first has number 1
	numbers map[string]int          // of references, by variable and path
	asking  []func()                // answers that wait until the variables are read
	sources map[string]string       // code of cells that a front end has named, by path
	breaks  map[string][]any        // breakpoints, by the path of their cell
	run     *debugRun               // the cell that runs under Delve
	events  int                     // number of events sent
}

// reference is a value that front ends can unfold.
type reference struct {
	name string
	path []string
}

// debugRequest is the content of a request.
type debugRequest struct {
	Seq       int            `json:"seq"`
	Command   string         `json:"command"`
	Arguments debugArguments `json:"arguments"`
}

// debugArguments holds the arguments that the kernel reads itself.
type debugArguments struct {
	Breakpoints []any                 `json:"breakpoints"`
	Frame       *int                  `json:"frameId"`
	Reference   int                   `json:"variablesReference"`
	Start       int                   `json:"start"`
	Count       int                   `json:"count"`
	Name        string                `json:"variableName"`
	Code        string                `json:"code"`
	Source      struct{ Path string } `json:"source"`
}

// debugHandlers answer requests at once.
var debugHandlers = map[string]func(d *debug, r debugRequest) (any, error){
	"debugInfo": func(d *debug, _ debugRequest) (any, error) {
		return map[string]any{
			"isStarted": d.started, "hashMethod": "Murmur2", "hashSeed": hashSeed, "tmpFilePrefix": sourcePrefix, "tmpFileSuffix": sourceSuffix,
			"breakpoints": d.breakpoints(), "stoppedThreads": d.run.stoppedThreads(), "richRendering": true, "exceptionPaths": []string{}, "copyToGlobals": false,
		}, nil
	},
	"initialize": func(d *debug, _ debugRequest) (any, error) {
		d.started = true
		return map[string]any{"supportsConfigurationDoneRequest": true, "supportsModulesRequest": true, "exceptionBreakpointFilters": []any{}}, nil
	},
	"disconnect":              disconnect,
	"terminate":               disconnect,
	"attach":                  empty,
	"configurationDone":       empty,
	"setExceptionBreakpoints": empty,
	"setBreakpoints":          (*debug).setBreakpoints,
	"modules": func(*debug, debugRequest) (any, error) {
		return map[string]any{"modules": []any{}, "totalModules": 0}, nil
	},
	"threads": list("threads"),
	"scopes":  list("scopes"),
	"stackTrace": func(*debug, debugRequest) (any, error) {
		return map[string]any{"stackFrames": []any{}, "totalFrames": 0}, nil
	},
	"dumpCell": func(d *debug, r debugRequest) (any, error) {
		return map[string]string{"sourcePath": d.dump(r.Arguments.Code)}, nil
	},
	"source": func(d *debug, r debugRequest) (any, error) {
		code, known := d.sources[r.Arguments.Source.Path]
		if !known {
			return struct{}{}, fmt.Errorf("source %q not found", r.Arguments.Source.Path)
		}
		return map[string]string{"content": code, "mimeType": "text/x-go"}, nil
	},
}

// disconnect ends the debugger, and the cell that runs under it.
func disconnect(d *debug, _ debugRequest) (any, error) {
	d.started = false
	d.run.terminate()
	return struct{}{}, nil
}

// dump records the code of a cell, and returns its path.
func (d *debug) dump(code string) string {
	path := cellPath(code)
	if d.sources == nil || len(d.sources) > mostSources {
		d.sources = map[string]string{}
	}
	d.sources[path] = code
	return path
}

// cellPath returns the path of a cell, which front ends compute too.
func cellPath(code string) string {
	return sourcePrefix + strconv.FormatUint(uint64(murmur2([]byte(code), hashSeed)), 10) + sourceSuffix
}

func empty(*debug, debugRequest) (any, error) { return struct{}{}, nil }

func list(name string) func(*debug, debugRequest) (any, error) {
	return func(*debug, debugRequest) (any, error) { return map[string]any{name: []any{}}, nil }
}

const (
	hashSeed     = 0xc70f6907
	sourcePrefix = "cells/" // of the names of cells in a front end
	sourceSuffix = ".go"
	mostSources  = 1000
)

// debugged answers a request for the debugger.
func (p *proxy) debugged(m incoming) {
	var r debugRequest
	if err := json.Unmarshal(m.Content, &r); err != nil {
		p.debugReply(m, r, nil, fmt.Errorf("reading the request: %w", err))
		return
	}
	switch handle, known := debugHandlers[r.Command]; {
	case p.askDelve(m, r):
	case known:
		body, err := handle(&p.debug, r)
		p.debugReply(m, r, body, err)
	case r.Command == "inspectVariables":
		p.inspectVariables(func() { p.debugReply(m, r, map[string]any{"variables": p.debug.variables()}, nil) })
	case r.Command == "variables":
		p.inspectParts(r.Arguments.Reference, r.Arguments.Start, r.Arguments.Count, func(all []debugVariable, err error) {
			p.debugReply(m, r, map[string]any{"variables": all}, err)
		})
	case r.Command == "richInspectVariables":
		p.richInspect(r.Arguments.Name, func(data map[string]string, err error) {
			p.debugReply(m, r, map[string]any{"data": data, "metadata": struct{}{}}, err)
		})
	default:
		p.debugReply(m, r, nil, fmt.Errorf("%s requires a cell that runs under the debugger (set a breakpoint in the cell and run it)", r.Command))
	}
}

// debugReply answers a request for the debugger. Front ends ask for the variables again after each message about a cell, so the cell that
// runs is not mentioned.
func (p *proxy) debugReply(m incoming, r debugRequest, body any, err error) {
	content := map[string]any{"type": "response", "seq": r.Seq, "request_seq": r.Seq, "command": r.Command, "success": err == nil, "body": body}
	if err != nil {
		content["message"] = err.Error()
	}
	if body == nil {
		content["body"] = struct{}{}
	}
	p.status(m.Message, "busy")
	p.reply(m, "debug_reply", content)
	p.status(m.Message, "idle")
	if c := p.running; c != nil && !c.own {
		p.status(m.Message, "busy")
	}
}

// murmur2 returns the 32-bit MurmurHash2, by which front ends name cells.
func murmur2(b []byte, seed uint32) uint32 {
	const m, r = 0x5bd1e995, 24
	h := seed ^ uint32(len(b))
	for ; len(b) >= 4; b = b[4:] {
		k := uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
		k *= m
		k ^= k >> r
		h = h*m ^ k*m
	}
	if len(b) > 0 {
		for i := len(b) - 1; i >= 0; i-- {
			h ^= uint32(b[i]) << (8 * i)
		}
		h *= m
	}
	h = (h ^ h>>13) * m
	return h ^ h>>15
}
