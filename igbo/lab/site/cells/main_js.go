package main

import (
	"context"
	"encoding/json"
	"errors"
	"go/scanner"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall/js"
	"unicode/utf8"

	"github.com/igbolab/igbolab/igbo/kernel/compose"
	"github.com/igbolab/igbolab/igbo/kernel/explain"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/complete"
	statefulcells "github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// kernel holds the state of a notebook.
type kernel struct {
	notebook compose.Notebook
	cells    explain.Cells
	paths    []string // import paths of the site's packages
	reader   complete.Reader
	ran      []ran // cells that the reader has not read yet
}

// ran is a cell that was compiled.
type ran struct {
	Code   string
	Number int
}

// main exports functions from JSON to JSON to the worker, and never returns.
func main() {
	page := js.Global().Get("igbolabCells")
	k := &kernel{}
	for i := range page.Get("paths").Length() {
		k.paths = append(k.paths, page.Get("paths").Index(i).String())
	}
	k.reader.Exports = k.exports
	k.cells.Elsewhere = func(string, map[string]bool) string { return above }
	serve(page, "compose", k.compose)
	serve(page, "keep", func(struct{}) struct{} { k.notebook.Keep(); return struct{}{} })
	serve(page, "faults", k.faults)
	serve(page, "ended", k.ended)
	serve(page, "learn", func(c ran) struct{} { k.ran = append(k.ran, c); return struct{}{} })
	serve(page, "isComplete", func(asked struct{ Code string }) map[string]string { return complete.IsComplete(asked.Code) })
	serveLater(page, "complete", func(asked cursor) any { return k.learned().Complete(context.Background(), asked.Code, asked.At()) })
	serveLater(page, "inspect", func(asked cursor) any { return k.learned().Inspect(context.Background(), asked.Code, asked.At()) })
	page.Call("ready")
	select {}
}

// above follows a name that no cell that has run declares.
const above = "no cell that has run declares it. Run the cells above: menu Run, Run All Above Selected Cell"

// serve exports a function to the page.
func serve[Q, A any](page js.Value, name string, f func(Q) A) {
	page.Set(name, js.FuncOf(func(_ js.Value, args []js.Value) any {
		var asked Q
		if err := json.Unmarshal([]byte(args[0].String()), &asked); err != nil {
			panic(err)
		}
		text, err := json.Marshal(f(asked))
		if err != nil {
			panic(err)
		}
		return string(text)
	}))
}

// serveLater exports a function to the page that may wait for files. Its second argument receives the answer.
func serveLater[Q, A any](page js.Value, name string, f func(Q) A) {
	page.Set(name, js.FuncOf(func(_ js.Value, args []js.Value) any {
		text, then := args[0].String(), args[1]
		go func() {
			var asked Q
			if err := json.Unmarshal([]byte(text), &asked); err != nil {
				panic(err)
			}
			answer, err := json.Marshal(f(asked))
			if err != nil {
				panic(err)
			}
			then.Invoke(string(answer))
		}()
		return nil
	}))
}

// cursor is a position in a cell, in characters.
type cursor struct {
	Code   string
	Cursor int `json:"cursor_pos"`
}

// At returns the position, limited to the cell.
func (c cursor) At() int { return max(0, min(c.Cursor, utf8.RuneCountInString(c.Code))) }

// learned returns the reader after it has read all cells that ran.
func (k *kernel) learned() *complete.Reader {
	for _, c := range k.ran {
		k.reader.Learn(c.Number, c.Code)
	}
	k.ran = nil
	return &k.reader
}

// exports returns the compiled files of the site's packages, which are fetched when they are opened.
func (k *kernel) exports(context.Context) (map[string]string, error) {
	files := map[string]string{}
	for _, path := range k.paths {
		files[path] = "/exports/" + path + ".a"
	}
	return files, nil
}

// composed is a cell's program, or the reason why there is none.
type composed struct {
	Program   string           `json:"program,omitempty"`
	Runs      bool             `json:"runs"`
	Paths     []string         `json:"paths"`
	Arguments []string         `json:"arguments"`
	Notes     []string         `json:"notes"`
	Timed     bool             `json:"timed"`
	Failure   *explain.Failure `json:"failure,omitempty"`
}

func (k *kernel) compose(asked struct {
	Code   string
	Number int
}) composed {
	k.cells.Add(asked.Number, asked.Code)
	p, err := k.notebook.Program(asked.Code, asked.Number)
	c := composed{Program: p.Text, Runs: p.Runs, Paths: p.Paths, Arguments: p.Arguments}
	for i, line := range p.Commands {
		if i == 0 && line == timed && strings.HasPrefix(strings.TrimSpace(asked.Code), timed) {
			c.Timed = true
			continue
		}
		c.Notes = append(c.Notes, refused(line))
	}
	if err != nil {
		return k.failed(k.refusedBy(err))
	}
	for _, path := range p.Paths {
		if !slices.Contains(k.paths, path) {
			return k.failed(explain.Reported(explain.CompileError, absent(path)))
		}
	}
	return c
}

// timed is the first line of a cell that shows its run time.
const timed = "%%time"

func (k *kernel) failed(f explain.Failure) composed {
	k.cells.Fail(k.cells.Newest())
	f = f.Shortened()
	return composed{Failure: &f}
}

// refused returns the message about a command that does not work here.
func refused(line string) string {
	if strings.HasPrefix(line, "!") {
		return "the browser kernel has no shell and skips " + line + "; the desktop kernel runs it"
	}
	return "the browser kernel does not support " + line
}

// absent returns the message about a package that the site does not have.
func absent(path string) string {
	switch {
	case path == "C":
		return "the browser kernel does not support C; use the desktop kernel"
	case strings.Contains(path, "go-xla"):
		return "XLA does not run in a browser; use notebook.Engine() to choose the backend"
	}
	return path + " is not among this site's packages, and the browser kernel cannot download modules; use the desktop kernel"
}

// refusedBy returns the failure of a cell that does not parse.
func (k *kernel) refusedBy(err error) explain.Failure {
	var list scanner.ErrorList
	if !errors.As(err, &list) {
		return explain.Reported(explain.CompileError, err.Error())
	}
	var faults statefulcells.Faults
	for _, e := range list {
		cell, known := statefulcells.CellOf(e.Pos.Filename)
		if !known {
			cell = k.cells.Newest()
		}
		faults = append(faults, statefulcells.Fault{Cell: cell, Line: e.Pos.Line, Column: e.Pos.Column, Text: explain.WithHint(e.Msg)})
	}
	return k.cells.Faults(faults)
}

// fault matches a compiler message.
var fault = regexp.MustCompile(`^(\S*cell_\d+\.go):(\d+)(?::(\d+))?: (.*)$`)

// faults returns the failure of a cell that the compiler or the linker refuses.
func (k *kernel) faults(asked struct{ Text string }) explain.Failure {
	var faults statefulcells.Faults
	for _, line := range strings.Split(strings.TrimSpace(asked.Text), "\n") {
		m := fault.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		one := statefulcells.Fault{Text: k.cells.WithPlace(explain.WithHint(m[4]), false)}
		one.Cell, _ = statefulcells.CellOf(m[1])
		one.Line, _ = strconv.Atoi(m[2])
		one.Column, _ = strconv.Atoi(m[3])
		faults = append(faults, one)
	}
	k.cells.Fail(k.cells.Newest())
	if len(faults) == 0 {
		return explain.Reported(explain.CompileError, strings.TrimSpace(asked.Text)).Shortened()
	}
	return k.cells.Faults(faults).Shortened()
}

// ended returns the failure of a cell whose program ended with a status, and its position in the program's last output.
func (k *kernel) ended(asked struct {
	Status   int    `json:"status"`
	Reported string `json:"reported"`
}) (answer struct {
	Failure explain.Failure `json:"failure"`
	From    int             `json:"from"`
}) {
	k.cells.Fail(k.cells.Newest())
	answer.Failure, answer.From = k.cells.Exit(asked.Reported, "exit status "+strconv.Itoa(asked.Status))
	answer.Failure = answer.Failure.Shortened()
	return answer
}
