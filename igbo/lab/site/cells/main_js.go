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

	"github.com/igbolab/igbolab/igbo/lab/kernel/compose"
	"github.com/igbolab/igbolab/igbo/lab/kernel/explain"
	livingcells "github.com/igbolab/igbolab/igbo/lab/kernel/live/cells"
	"github.com/igbolab/igbolab/igbo/lab/kernel/proxy/complete"
)

// kernel is what is known of a notebook.
type kernel struct {
	notebook compose.Notebook
	cells    explain.Cells
	paths    []string // of the packages that the site has
	reader   complete.Reader
	ran      []ran // what the reader is to learn, once it is asked
}

// ran is a cell that was compiled.
type ran struct {
	Code   string
	Number int
}

// main gives the worker functions from JSON to JSON, and stays.
func main() {
	page := js.Global().Get("igbolabCells")
	k := &kernel{}
	for i := range page.Get("paths").Length() {
		k.paths = append(k.paths, page.Get("paths").Index(i).String())
	}
	k.reader.Exports = k.exports
	serve(page, "compose", k.compose)
	serve(page, "keep", func(struct{}) struct{} { k.notebook.Keep(); return struct{}{} })
	serve(page, "faults", k.faults)
	serve(page, "ended", k.ended)
	serve(page, "learn", func(c ran) struct{} { k.ran = append(k.ran, c); return struct{}{} })
	serveLater(page, "complete", func(asked cursor) any { return k.learned().Complete(context.Background(), asked.Code, asked.At()) })
	serveLater(page, "inspect", func(asked cursor) any { return k.learned().Inspect(context.Background(), asked.Code, asked.At()) })
	page.Call("ready")
	select {}
}

// serve makes a function of the page's.
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

// serveLater makes a function of the page's that may wait for files; its second argument gets the answer.
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

// cursor is a place in a cell, in characters.
type cursor struct {
	Code   string
	Cursor int `json:"cursor_pos"`
}

// At is the place, within the cell.
func (c cursor) At() int { return max(0, min(c.Cursor, utf8.RuneCountInString(c.Code))) }

// learned is the reader, once it knows the cells.
func (k *kernel) learned() *complete.Reader {
	for _, c := range k.ran {
		k.reader.Learn(c.Number, c.Code)
	}
	k.ran = nil
	return &k.reader
}

// exports are the compiler's files of the site's packages, which are fetched when they are opened.
func (k *kernel) exports(context.Context) (map[string]string, error) {
	files := map[string]string{}
	for _, path := range k.paths {
		files[path] = "/exports/" + path + ".a"
	}
	return files, nil
}

// composed is a cell's program, or why there is none.
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
			return k.failed(explain.Told(explain.CompileError, absent(path)))
		}
	}
	return c
}

// timed is the first line of a cell that asks how long it takes.
const timed = "%%time"

func (k *kernel) failed(f explain.Failure) composed {
	k.cells.Fail(k.cells.Newest())
	f = f.Shortened()
	return composed{Failure: &f}
}

// refused says that a command does not work here.
func refused(line string) string {
	if strings.HasPrefix(line, "!") {
		return "a browser has no shell: " + line + " is left out; the kernel at home runs it"
	}
	return "the kernel in a browser does not know " + line
}

// absent says that a package is not there.
func absent(path string) string {
	switch {
	case path == "C":
		return "cells in a browser hold no C; the kernel at home takes it"
	case strings.Contains(path, "go-xla"):
		return "XLA does not run in a browser; leave the backend to notebook.Engine()"
	}
	return path + " is not among this site's packages, and a browser fetches no modules; the kernel at home does"
}

// refusedBy is the failure of a cell that does not parse.
func (k *kernel) refusedBy(err error) explain.Failure {
	var list scanner.ErrorList
	if !errors.As(err, &list) {
		return explain.Told(explain.CompileError, err.Error())
	}
	var faults livingcells.Faults
	for _, e := range list {
		cell, known := livingcells.CellOf(e.Pos.Filename)
		if !known {
			cell = k.cells.Newest()
		}
		faults = append(faults, livingcells.Fault{Cell: cell, Line: e.Pos.Line, Column: e.Pos.Column, Text: explain.WithHint(e.Msg)})
	}
	return k.cells.Faults(faults)
}

// fault matches a message of the compiler's.
var fault = regexp.MustCompile(`^(\S*cell_\d+\.go):(\d+)(?::(\d+))?: (.*)$`)

// faults is the failure of a cell that the compiler or the linker refuses.
func (k *kernel) faults(asked struct{ Text string }) explain.Failure {
	var faults livingcells.Faults
	for _, line := range strings.Split(strings.TrimSpace(asked.Text), "\n") {
		m := fault.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		one := livingcells.Fault{Text: explain.WithHint(m[4])}
		one.Cell, _ = livingcells.CellOf(m[1])
		one.Line, _ = strconv.Atoi(m[2])
		one.Column, _ = strconv.Atoi(m[3])
		if name, is := strings.CutPrefix(m[4], "undefined: "); is {
			if where, _ := k.cells.Declared(name, false); where != "" {
				one.Text += " (" + where + ")"
			}
		}
		faults = append(faults, one)
	}
	k.cells.Fail(k.cells.Newest())
	if len(faults) == 0 {
		return explain.Told(explain.CompileError, strings.TrimSpace(asked.Text)).Shortened()
	}
	return k.cells.Faults(faults).Shortened()
}

// ended is the failure of a cell whose program ended with a status, and where it begins in what the program said last.
func (k *kernel) ended(asked struct {
	Status int
	Said   string
}) (answer struct {
	Failure explain.Failure `json:"failure"`
	From    int             `json:"from"`
}) {
	k.cells.Fail(k.cells.Newest())
	answer.Failure, answer.From = k.cells.Exit(asked.Said, "exit status "+strconv.Itoa(asked.Status))
	answer.Failure = answer.Failure.Shortened()
	return answer
}
