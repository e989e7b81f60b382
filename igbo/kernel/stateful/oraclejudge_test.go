package stateful

import (
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// judgement holds the effects of a cell on the session.
type judgement struct {
	checkedSession
	atoms   map[string]*atom
	changed map[string]bool // declarations whose meaning changes
	fresh   map[string]bool // changed before spreading: variables with new storage
	gone    map[string]bool // removed variables
}

// judge compares the session before and after the cell. Methods in without are broken, and their types continue without them.
func (o *oracle) judge(next map[string]*atom, mine, without map[string]bool) judgement {
	j := judgement{atoms: map[string]*atom{}, changed: map[string]bool{}, gone: map[string]bool{}}
	for key, a := range next {
		if one := *a; !without[key] {
			j.atoms[key] = &one
		}
	}
	j.checkedSession = o.check(j.atoms, "")
	for key, a := range j.atoms {
		o.compare(&j, key, a, mine[key])
	}
	for key, old := range o.atoms {
		if owner, _, method := strings.Cut(key, "."); method && !old.broken && j.atoms[key] == nil && j.atoms[owner] != nil {
			j.changed[owner] = true
		}
	}
	j.fresh = maps.Clone(j.changed)
	o.spread(&j)
	for key := range without {
		one := *next[key]
		one.broken = true
		j.atoms[key] = &one
	}
	return j
}

// compare compares a declaration with its earlier version.
func (o *oracle) compare(j *judgement, key string, a *atom, mine bool) {
	old := o.atoms[key]
	a.object = j.pkg.Scope().Lookup(a.name + "__")
	a.broken = j.faults[a.piece] != "" || a.kind == token.CONST && constantOf(a.object) == ""
	switch {
	case old == nil || old.broken || old.kind != a.kind:
		j.changed[key] = true
	case a.kind == token.VAR:
		j.changed[key] = layout(old.object.Type(), map[string]bool{}) != layout(a.object.Type(), map[string]bool{})
		j.gone[key] = !mine && j.changed[key]
	case a.kind == token.CONST:
		j.changed[key] = constantOf(old.object) != constantOf(a.object)
	default:
		j.changed[key] = old.form != a.form
	}
	if a.kind == token.VAR && a.object != nil { // from now on its declaration is its type
		a.form = "var " + a.name + "__ " + j.typeForm(a.object.Type())
	}
	if c, is := a.object.(*types.Const); is && !a.broken { // its meaning is its type and value
		a.form = "const " + a.name + "__ "
		if named.MatchString(constantOf(c)) {
			a.form += j.typeForm(c.Type())
		}
	}
}

// spread finds the dependants of what has changed, is broken, or is gone.
func (o *oracle) spread(j *judgement) {
	targets := map[string]map[string]bool{}
	for key, a := range j.atoms {
		targets[key] = a.targets(j.atoms)
	}
	for grown := true; grown; {
		grown = false
		for key, a := range j.atoms {
			for t := range targets[key] {
				switch to := j.atoms[t]; {
				case strings.HasPrefix(t, key+".") && to.broken: // a method of the type
				case to == nil || to.broken || j.gone[t]:
					if !a.broken {
						a.broken, grown = true, true
						o.why = key + " needs " + t
					}
				case j.changed[t] && !j.changed[key]:
					j.changed[key], grown = true, true
				}
			}
			if a.kind == token.VAR && a.broken && !j.gone[key] {
				j.gone[key], grown = true, true
			}
		}
	}
}

// settle finds what has changed and what is broken, and writes the program.
func (o *oracle) settle(next map[string]*atom, mine map[string]bool, stmts []*piece, body string) bool {
	without := map[string]bool{}
	j := o.judge(next, mine, without)
	for grown := true; grown; {
		grown = false
		for key, a := range j.atoms {
			if strings.Contains(key, ".") && a.broken && !without[key] {
				without[key], grown = true, true
			}
		}
		if grown {
			j = o.judge(next, mine, without)
		}
	}
	next = j.atoms
	for key := range mine {
		if next[key].broken || j.gone[key] {
			o.why += j.faults[next[key].piece]
			return false
		}
	}
	var done []string // names of the functions that the cell runs
	for _, p := range stmts {
		done = append(done, p.form(next))
	}
	for key := range mine {
		if a := next[key]; a.kind == token.VAR && a.value[1] > 0 {
			done = append(done, a.formOf(next, a.value[0], a.value[1], nil))
		}
	}
	for _, m := range named.FindAllStringSubmatch(strings.Join(done, "\n"), -1) {
		if a := next[m[1]]; a == nil || a.broken || j.gone[m[1]] {
			o.why = m[1] + " is broken"
			return false
		}
	}
	if o.old(stmts, next) { // the type of its earlier version is unspecified if the cell changes it
		for key, a := range next {
			if a.kind == token.TYPE && j.changed[key] {
				o.why = unspecified
				return false
			}
		}
	}
	if len(stmts) > 0 { // some method that they call may be broken
		visible := map[string]*atom{}
		for key, a := range next {
			if one := *a; !without[key] {
				if a.kind == token.CONST { // its group is one text
					one.form = a.piece.form(next)
				}
				visible[key] = &one
			}
		}
		for name := range o.later(stmts) { // they name the earlier version before they declare it again
			if old := o.atoms[name]; old != nil && old.kind == token.VAR {
				visible[name] = old
			}
		}
		if why := o.check(visible, body).faults[statementsPiece]; why != "" {
			o.why = why
			return false
		}
	}
	for key, a := range next {
		if j.changed[key] && !a.broken {
			o.versions[key]++
			a.version = o.versions[key]
		} else if old := o.atoms[key]; old != nil {
			a.version = old.version
		}
	}
	for _, key := range slices.Sorted(maps.Keys(next)) {
		a := next[key]
		if j.changed[key] && !a.broken && !j.gone[key] {
			o.declare(a, next, j.fresh[key])
		}
	}
	o.execute(next, mine, stmts, j.checkedSession)
	for key, a := range next {
		if j.gone[key] || strings.HasPrefix(key, "init") {
			delete(next, key)
		} else if a.kind == token.VAR {
			a.piece = &piece{keys: a.keys}
		}
	}
	o.atoms = next
	return true
}

// unspecified is the fault of a cell whose result the semantics do not specify.
const unspecified = "unspecified"

// old reports whether a statement names the earlier version of a variable that it or a later one declares.
func (o *oracle) old(stmts []*piece, next map[string]*atom) bool {
	later := o.later(stmts)
	return slices.ContainsFunc(stmts, func(p *piece) bool {
		text := p.formOf(next, 0, len(p.text), later)
		for _, name := range p.sets {
			delete(later, name)
		}
		return strings.Contains(text, "__old")
	})
}

// later returns the earlier variables that statements declare again.
func (o *oracle) later(stmts []*piece) map[string]bool {
	all := map[string]bool{}
	for _, p := range stmts {
		for _, name := range p.sets {
			all[name] = o.atoms[name] != nil && o.atoms[name].kind == token.VAR
		}
	}
	return all
}

// constantOf returns the type and value of a constant.
func constantOf(object types.Object) string {
	c, is := object.(*types.Const)
	if !is || c.Val().Kind() == constant.Unknown {
		return ""
	}
	return c.Type().String() + " = " + c.Val().ExactString()
}
