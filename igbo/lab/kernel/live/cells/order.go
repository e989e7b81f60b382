package cells

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"slices"
)

// ordered puts variables that are declared outside of statements into Go's order, in which what a function of the cell uses is
// set before the function is called. It takes all of the cell, with the functions that are there already.
func (d *draft) ordered(all []*types.Initializer) []*types.Initializer {
	if d.mixed() || len(all) < 2 {
		return all
	}
	whole := &draft{s: d.s, number: d.number, pieces: d.whole, pulled: d.pulled}
	if whole.parse() != nil {
		return all
	}
	c := &checked{d: whole, plan: &plan{}, fresh: byName(whole.found()), known: map[types.Object]*declaration{}}
	pkg := types.NewPackage("main", "main")
	c.insert(pkg)
	info := &types.Info{}
	config := types.Config{Importer: d.s, GoVersion: "go1.26", Error: func(error) {}}
	_ = types.NewChecker(&config, d.s.files, pkg, info).Files([]*ast.File{whole.file}) // the faults are found in the draft
	place := map[string]int{}
	for i, one := range info.InitOrder {
		place[d.s.lhs(one)] = i
	}
	slices.SortStableFunc(all, func(a, b *types.Initializer) int { return cmp.Compare(place[d.s.lhs(a)], place[d.s.lhs(b)]) })
	return all
}

// lhs tells which variables are set, and where that stands in the cell.
func (s *Session) lhs(i *types.Initializer) string {
	at := s.files.Position(i.Rhs.Pos())
	text := fmt.Sprint(at.Line, " ", at.Column)
	for _, v := range i.Lhs {
		text += " " + v.Name()
	}
	return text
}
