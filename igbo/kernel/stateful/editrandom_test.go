package stateful

import (
	_ "embed"
	"fmt"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// editHelpers is the first cell: functions that edited cells call. They use no predeclared name that cells shadow.
//
//go:embed testdata/edithelpers.txt
var editHelpers string

// editedNotebook writes, edits and runs again the cells of a notebook.
type editedNotebook struct {
	*rand.Rand
	oracle
	seed    uint64
	cells   [][]item // cells that can be edited
	history []editedCell
}

// item is a part of a cell. An edit writes it again with the same names.
type item struct {
	write func() editedCell
	text  editedCell
}

// editPackages lists the packages that cells use without an import.
var editPackages = []string{"fmt", "reflect", "slices", "strconv", "strings", "math/rand/v2"}

func newEditedNotebook(seed uint64, importer types.Importer, n int) *editedNotebook {
	b := &editedNotebook{Rand: rand.New(rand.NewPCG(seed, 1)), oracle: newOracle(importer), seed: seed}
	b.add(editedCell{id: "helpers", decls: declarationsOf(editHelpers)})
	for len(b.history) < n {
		b.step()
	}
	return b
}

// declarationsOf splits a text into its declarations.
func declarationsOf(text string) (all []string) {
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, "", "package p;"+text, 0)
	if err != nil {
		panic(err)
	}
	for _, d := range f.Decls {
		from, to := files.Position(d.Pos()).Offset, files.Position(d.End()).Offset
		all = append(all, ("package p;" + text)[from:to])
	}
	return all
}

// add runs a cell on the oracle.
func (b *editedNotebook) add(c editedCell) bool {
	b.history = append(b.history, c)
	return b.run(c)
}

// valid reports whether a cell has no fault, and whether the semantics specify its result, and returns the session after it.
func (b *editedNotebook) valid(c editedCell) (valid, specified bool, after map[string]*atom) {
	o := b.oracle
	o.program, o.faulty, o.whys, o.versions, o.imported = strings.Builder{}, nil, nil, maps.Clone(o.versions), maps.Clone(o.imported)
	valid = o.run(c)
	return valid, o.why != unspecified, o.atoms
}

// observed returns a cell that also prints the state of some functions, types and variables after it.
func (b *editedNotebook) observed(c editedCell, after map[string]*atom) editedCell {
	before := b.atoms
	b.atoms = after
	defer func() { b.atoms = before }()
	var all []string
	for _, name := range b.sorted(token.FUNC, func(a *atom) bool {
		s := a.object.Type().(*types.Signature)
		return s.TypeParams().Len() == 0 && s.Variadic() && s.Results().Len() == 1
	}) {
		all = append(all, name+"(3)")
	}
	for _, name := range b.sorted(token.TYPE, func(a *atom) bool { return !isGeneric(a.object) && !types.IsInterface(a.object.Type()) }) {
		all = append(all, "*new("+name+")")
	}
	all = append(all, b.sorted(token.VAR, func(*atom) bool { return true })...)
	b.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	more := c
	for _, text := range all[:min(len(all), 4)] {
		more.stmts = append(slices.Clone(more.stmts), "fuel = 60", "fmt.Println(tell("+text+"))")
	}
	if valid, specified, _ := b.valid(more); !valid || !specified {
		return c
	}
	return more
}

// step runs the next cell: a new, repeated or edited one. Most have no fault.
func (b *editedNotebook) step() {
	for range 5 {
		var items []item
		at := len(b.cells)
		if b.IntN(10) < 4 || at < 4 {
			for range 1 + b.IntN(4) {
				i := b.item()
				i.text = i.write()
				items = append(items, i)
			}
		} else {
			at = b.IntN(len(b.cells))
			items = slices.Clone(b.cells[at])
			switch i := b.IntN(len(items)); b.IntN(12) {
			case 0, 1, 2:
			case 3:
				items = slices.Delete(items, i, i+1)
			default:
				items[i].text = items[i].write()
			}
		}
		c, ok := joined(items)
		if c.id = fmt.Sprint(at); !ok || len(items) == 0 {
			continue
		}
		valid, specified, after := b.valid(c)
		if !specified || !valid && b.IntN(12) > 0 {
			continue
		}
		if valid {
			c = b.observed(c, after)
		}
		if b.add(c) {
			b.cells = append(b.cells[:at], append([][]item{items}, b.cells[min(at+1, len(b.cells)):]...)...)
		}
		return
	}
}

// joined returns a cell of items. It reports false if two items declare the same name.
func joined(items []item) (c editedCell, ok bool) {
	c.stmts = []string{"fuel = 300"}
	declared := map[string]bool{}
	for _, i := range items {
		for _, text := range i.text.decls {
			p, _, err := parsePiece(text, nil, false, "")
			if err != nil {
				panic(err.Error() + "\n" + text)
			}
			for _, key := range p.keys {
				if key != "" && declared[key] {
					return c, false
				}
				declared[key] = true
			}
		}
		for _, text := range i.text.stmts {
			p, _, err := parsePiece(text, nil, true, "")
			if err != nil {
				panic(err.Error() + "\n" + text)
			}
			for _, name := range p.sets {
				if declared[name] {
					return c, false
				}
				declared[name] = true
			}
		}
		for _, text := range i.text.imports {
			if slices.Contains(c.imports, text) || slices.ContainsFunc(c.imports, func(o string) bool { return o[:2] == text[:2] }) {
				return c, false
			}
		}
		c.imports = append(c.imports, i.text.imports...)
		c.decls = append(c.decls, i.text.decls...)
		c.stmts = append(c.stmts, i.text.stmts...)
	}
	return c, true
}
