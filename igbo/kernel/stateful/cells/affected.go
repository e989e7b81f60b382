package cells

import (
	"go/ast"
	"go/token"
)

// need finds the declarations that the checker needs: affected declarations, and what they and the cell name.
func (p *pass) need() {
	if p.affected == nil {
		p.needed = p.alive
		return
	}
	p.needed = map[string]*declaration{}
	methods := map[string][]*declaration{}
	for _, d := range p.alive {
		if owner, is := d.method(); is {
			of := base(p.alive, owner)
			methods[of] = append(methods[of], d)
		}
	}
	var work []*declaration
	add := func(d *declaration) {
		if d != nil && p.needed[d.key] == nil {
			p.needed[d.key] = d
			work = append(work, d)
		}
	}
	names := func(words map[string]bool) {
		for w := range words {
			add(p.alive[w])
		}
	}
	for d := range p.affected {
		add(d)
	}
	for _, d := range p.cell.declarations {
		add(p.alive[d.key])
	}
	names(wordsOf(p.cell.file))
	for len(work) > 0 {
		d := work[0]
		work = work[1:]
		if p.affected[d] {
			names(d.words)
		}
		names(d.outer)
		for _, m := range methods[d.key] {
			add(m)
		}
	}
}

// affected returns the declarations whose meaning a cell can change: those that contain a word that the cell declares, and those that
// depend on them. All identifiers of other declarations resolve as before.
func (s *Session) affected(alive map[string]*declaration) map[*declaration]bool {
	words, users := map[string]bool{}, map[string][]*declaration{}
	found := map[*declaration]bool{}
	var work []*declaration
	add := func(d *declaration) {
		if d != nil && !found[d] {
			found[d] = true
			work = append(work, d)
		}
	}
	change := func(d *declaration) {
		owner, is := d.method()
		if !is {
			words[d.name] = true
			return
		}
		add(alive[base(alive, owner)]) // selecting a method depends on the type
		add(alive[base(s.declarations, owner)])
	}
	for key, d := range alive {
		if s.declarations[key] != d || d.broken != "" {
			change(d)
			add(d)
		}
		for _, t := range d.targets {
			users[t] = append(users[t], d)
		}
	}
	for key, d := range s.declarations {
		if alive[key] == nil { // it no longer exists
			change(d)
			work = append(work, users[key]...)
			for _, u := range users[key] {
				found[u] = true
			}
		}
	}
	for _, d := range alive {
		if owner, is := d.method(); is && words[owner] { // the name may now be an alias of another type
			change(d)
		}
	}
	for _, d := range alive {
		for w := range words {
			if d.words[w] {
				add(d)
				break
			}
		}
	}
	for len(work) > 0 {
		d := work[0]
		work = work[1:]
		for _, u := range users[d.key] {
			add(u)
		}
	}
	return found
}

// base returns the name of the type of which name is an alias, or name itself.
func base(all map[string]*declaration, name string) string {
	for range len(all) { // aliases can form a cycle
		d := all[name]
		if d == nil || d.kind != token.TYPE || !d.node.(*ast.TypeSpec).Assign.IsValid() {
			break
		}
		id, _ := baseName(d.node.(*ast.TypeSpec).Type)
		if id == nil {
			break
		}
		name = id.Name
	}
	return name
}
