package proxy

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/igbolab/igbolab/igbo/kernel/executor"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/magic"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// CheckTarget is the target of comms over which a front end asks the kernel to check the code of a cell before it runs. The reply to a
// comm_msg with the data {"code": …, "cellId": …, "id": …} is a comm_msg with the same ID and the diagnostics.
const CheckTarget = "igbolab.check"

// checkRequest is a request to check code.
type checkRequest struct {
	Code string          `json:"code"`
	Cell string          `json:"cellId"`
	ID   json.RawMessage `json:"id,omitempty"`
}

// checkAnswer is its answer. Unchecked is the reason why the types were not checked.
type checkAnswer struct {
	ID          json.RawMessage `json:"id,omitempty"`
	Diagnostics []diagnostic    `json:"diagnostics"`
	Unchecked   string          `json:"unchecked,omitempty"`
}

// diagnostic is a problem in code. Lines and columns are counted from 1, columns in characters; the end is after the last
// character.
type diagnostic struct {
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndColumn int    `json:"end_column"`
	Severity  string `json:"severity"`
	Message   string `json:"message"`
}

// checks handles a message of a comm for checks. It returns false if the message belongs to another comm. While a cell runs, the last
// question of each comm waits.
func (p *proxy) checks(m incoming) bool {
	var comm struct {
		ID     string       `json:"comm_id"`
		Target string       `json:"target_name"`
		Data   checkRequest `json:"data"`
	}
	_ = json.Unmarshal(m.Content, &comm) // a malformed message has no target
	if comm.ID == "" || comm.Target != CheckTarget && p.comms[comm.ID] != CheckTarget {
		return false
	}
	p.follow(m.Message)
	answer := func() {
		p.publish(m.Message, "comm_msg", map[string]any{"comm_id": comm.ID, "data": p.check(comm.Data)})
	}
	p.between(m, func() {
		switch {
		case m.Header.Type != "comm_msg":
		case p.running == nil:
			answer()
		default:
			p.questions[comm.ID] = answer
		}
	})
	return true
}

// answerChecks answers the questions that have waited for a cell.
func (p *proxy) answerChecks() {
	for id, answer := range p.questions {
		if delete(p.questions, id); p.comms[id] == CheckTarget {
			answer()
		}
	}
}

// check checks the types of a cell. No cell runs in the meantime.
func (p *proxy) check(r checkRequest) checkAnswer {
	a := checkAnswer{ID: r.ID, Diagnostics: []diagnostic{}}
	code, script := magic.Body(r.Code)
	code, _ = cells.WithoutCommands(code)
	session, is := offers[executor.Package](p)
	switch {
	case script:
		a.Unchecked = "the cell is not Go"
		return a
	case !is:
		a.Unchecked = "only the syntax is checked, because each cell runs as a program"
		a.take(code, cells.Parse(code))
		return a
	}
	if r.Cell != "" {
		r.Cell += "#1"
	}
	a.take(code, session.Check(r.Cell, code))
	return a
}

// take receives the result of a check.
func (a *checkAnswer) take(code string, err error) {
	lines := strings.Split(code, "\n")
	faults, is := errors.AsType[cells.Faults](err)
	if !is && err != nil {
		a.Unchecked = err.Error()
	}
	for _, f := range faults {
		d := diagnostic{Line: f.Line, Column: 1, Severity: "error", Message: f.Text}
		if f.Line < 1 || f.Line > len(lines) {
			continue
		}
		line := lines[f.Line-1]
		at := min(max(f.Column-1, 0), len(line))
		end := at + len(line[at:]) - len(strings.TrimLeftFunc(line[at:], isWord))
		if end == at {
			end = min(at+1, len(line))
		}
		d.Column, d.EndColumn = utf8.RuneCountInString(line[:at])+1, utf8.RuneCountInString(line[:end])+1
		a.Diagnostics = append(a.Diagnostics, d)
	}
	slices.SortStableFunc(a.Diagnostics, func(x, y diagnostic) int { return x.Line - y.Line })
}

// isWord reports whether a character can be part of a name.
func isWord(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= utf8.RuneSelf
}

// faultAt returns the problem at the cursor, or "" if there is none. A cell that does not parse is still being written.
func (p *proxy) faultAt(code string, cursor int) string {
	before := []rune(code)
	before = before[:min(max(cursor, 0), len(before))]
	plain, _ := cells.WithoutCommands(code)
	if p.running != nil || !p.persists() || cells.Parse(plain) != nil {
		return ""
	}
	line, column := 1, 1
	for _, r := range before {
		if column++; r == '\n' {
			line, column = line+1, 1
		}
	}
	for _, d := range p.check(checkRequest{Code: code}).Diagnostics {
		if d.Line == line && column >= d.Column && column <= d.EndColumn {
			return d.Message
		}
	}
	return ""
}
