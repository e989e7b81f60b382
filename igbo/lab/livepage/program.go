package livepage

import (
	"context"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Slider reports whether a slider or a list of a notebook computes in its page.
type Slider struct {
	// Cell is the number of its code cell, from 1.
	Cell  int
	Label string
	// Why explains why it plays frames, or is "" if it computes.
	Why string
}

// Program holds the program of a live page.
type Program struct {
	Sliders []Slider
	// Packed is the compressed program, or nil if no slider computes.
	Packed []byte

	cells   []int
	blocks  []Block
	runtime string
}

// calls matches a cell that shows sliders or lists with a function.
var calls = regexp.MustCompile(`\binline\.(Slider|Select)\(`)

// Make compiles the program of a notebook's sliders. If a slider cannot compute in a page, or cells do not compile, the slider plays its
// frames and Make returns no error. It returns an error if the toolchain or the source is missing.
func (b *Builder) Make(ctx context.Context, cells []Cell, limits Limits) (*Program, error) {
	p := &Program{}
	var chosen []int
	for i, c := range cells {
		if len(c.Blocks) > 0 && calls.MatchString(c.Code) {
			chosen = append(chosen, i)
		}
	}
	if len(chosen) == 0 {
		return p, nil
	}
	why := map[int]string{}
	if err := b.choose(ctx, p, cells, chosen, limits, why); err != nil {
		return nil, err
	}
	for _, i := range chosen {
		for _, block := range cells[i].Blocks {
			p.Sliders = append(p.Sliders, Slider{Cell: i + 1, Label: block.Label, Why: why[i]})
		}
	}
	return p, nil
}

// choose runs the cells and compiles the program of those whose sliders can compute. For the others, why holds the reasons.
func (b *Builder) choose(ctx context.Context, p *Program, cells []Cell, chosen []int, limits Limits, why map[int]string) error {
	all := func(cells []int, reason string) {
		for _, i := range cells {
			why[i] = reason
		}
	}
	trial, err := b.native(ctx, cells, chosen)
	if err != nil {
		if !errors.Is(err, errCells) || ctx.Err() != nil {
			return err
		}
		all(chosen, err.Error())
		return nil
	}
	for _, i := range chosen {
		if why[i], err = b.tried(ctx, trial, i, cells[i].Blocks, limits); err != nil {
			return err
		}
		if why[i] == "" {
			p.cells, p.blocks = append(p.cells, i), append(p.blocks, cells[i].Blocks...)
		}
	}
	if len(p.cells) == 0 {
		return nil
	}
	if p.Packed, err = b.wasm(ctx, cells, p.cells); err != nil {
		if !errors.Is(err, errCells) || ctx.Err() != nil {
			return err
		}
		all(p.cells, err.Error())
		return nil
	}
	if size := len(p.Packed); size > limits.Program {
		all(p.cells, fmt.Sprintf("needs a program of %.1f MB, more than %.1f", float64(size)/1e6, float64(limits.Program)/1e6))
		p.Packed = nil
		return nil
	}
	p.runtime, err = b.runtimeScript(ctx)
	return err
}

var (
	//go:embed host.js
	hostScript string
	//go:embed worker.js
	workerScript string
)

// Script returns the script that runs the program in its page. The page must contain [Program.Text] in a script element with the ID
// igbolab-program. Script returns "" if no slider computes.
func (p *Program) Script() (string, error) {
	if p.Packed == nil {
		return "", nil
	}
	var places []string
	for _, i := range p.cells {
		places = append(places, strconv.Itoa(i))
	}
	job, err := json.Marshal(map[string]any{"blocks": p.blocks, "cells": slices.Concat([]string{"sliders"}, places), "worker": p.runtime + workerScript})
	if err != nil {
		return "", err
	}
	return strings.Replace(hostScript, "igbolabjob", string(job), 1), nil // in JSON, \u003c replaces <
}

// Text returns the program encoded as text.
func (p *Program) Text() string { return base64.StdEncoding.EncodeToString(p.Packed) }
