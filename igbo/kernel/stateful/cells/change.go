package cells

import (
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// finding holds what a pass found about a declaration.
type finding struct {
	meaning
	old     *declaration
	changed bool   // its meaning differs from before
	stays   bool   // a variable keeps its storage
	broken  string // the reason why it cannot be compiled
}

// compare finds which declarations have changed since the last commit, and which are broken.
func (p *pass) compare() map[*declaration]*finding {
	all, users := map[*declaration]*finding{}, map[string][]*declaration{}
	var changed, broken []*declaration
	for _, key := range slices.Sorted(maps.Keys(p.alive)) {
		d := p.alive[key]
		f := p.find(d)
		all[d] = f
		for _, t := range f.targets {
			users[t] = append(users[t], d)
		}
		if f.changed {
			changed = append(changed, d)
		}
		if f.broken != "" {
			broken = append(broken, d)
		}
	}
	for key, old := range p.s.declarations {
		if p.alive[key] == nil { // a removed declaration changes its users
			changed = append(changed, old)
		}
	}
	for len(changed) > 0 {
		d := changed[0]
		changed = changed[1:]
		for _, u := range users[d.key] {
			if !all[u].changed {
				all[u].changed = true
				changed = append(changed, u)
			}
		}
	}
	spread(all, users, broken)
	return all
}

// find compares a declaration with its previous meaning.
func (p *pass) find(d *declaration) *finding {
	f := &finding{old: p.s.declarations[d.key], broken: p.broken[d]}
	if p.affected != nil && !p.affected[d] {
		f.meaning, f.stays = d.meaning, d.kind == token.VAR
		if p.needed[d.key] != nil && d.object != nil {
			f.object = p.scope.Lookup(d.key)
		}
		return f
	}
	f.meaning = p.meaning(d)
	if c, is := f.object.(*types.Const); is && c.Val().Kind() == constant.Unknown && f.broken == "" {
		f.broken = "its value cannot be computed" // the checker names only the first of a group
	}
	old := f.old
	switch {
	case old == nil || old.kind != d.kind:
		f.changed = true
	case d.kind == token.VAR:
		f.stays = f.object != nil && old.object != nil && old.broken == "" && corresponds(old.object.Type(), f.object.Type())
		f.changed = !f.stays
	case d.kind == token.CONST:
		f.changed = !slices.Equal(old.keys, f.keys)
	default:
		f.changed = old.text != d.text || !slices.Equal(old.keys, f.keys) || !old.compiled
	}
	return f
}

// spread marks declarations that need a broken declaration as broken.
func spread(all map[*declaration]*finding, users map[string][]*declaration, broken []*declaration) {
	for len(broken) > 0 {
		d := broken[0]
		broken = broken[1:]
		for _, u := range users[d.key] {
			if f := all[u]; f.broken == "" && !(u.kind == token.TYPE && slices.Contains(f.keys, "has "+d.key)) { // a type can exist without a method
				f.broken = needs(d.name, all[d].broken)
				broken = append(broken, u)
			}
		}
	}
}

// needs returns the reason for a declaration that needs a broken one.
func needs(name, why string) string {
	return "it needs " + name + ": " + strings.TrimPrefix(why, "it needs ")
}
