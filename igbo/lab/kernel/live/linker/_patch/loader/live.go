package loader

import (
	"fmt"
	"strings"

	"cmd/internal/goobj"
	"cmd/link/internal/sym"
)

// Live, where set, tells where the running host has a symbol.
var Live func(name string, version int) (value int64, kind sym.SymKind, ok bool)

// LiveByNumber, where Live is set, names a package's symbol by its number in the package.
var LiveByNumber func(pkg string, number uint32) (name string, version int, ok bool)

// liveReference resolves a reference to a package that the host has and that is not loaded.
func (l *Loader) liveReference(r *oReader, ref goobj.SymRef) Sym {
	if s, ok := r.live[ref]; ok {
		return s
	}
	pkg := r.Pkg(int(ref.PkgIdx))
	name, version, ok := LiveByNumber(pkg, ref.SymIdx)
	if !ok {
		name, version = fmt.Sprintf("%s.#%d", pkg, ref.SymIdx), 1
	}
	s := l.LookupOrCreateSym(name, version)
	if r.live == nil {
		r.live = make(map[goobj.SymRef]Sym)
	}
	r.live[ref] = s
	return s
}

// LiveNumber is the package and the number by which the cell refers to s.
func (l *Loader) LiveNumber(s Sym) (pkg string, number uint32, ok bool) {
	for _, r := range l.objs[goObjStart:] {
		for ref, x := range r.live {
			if x == s {
				return r.Pkg(int(ref.PkgIdx)), ref.SymIdx, true
			}
		}
	}
	return "", 0, false
}

// LiveEach calls f for each symbol that other packages refer to by number.
func (l *Loader) LiveEach(f func(pkg string, number int, s Sym)) {
	for _, r := range l.objs[goObjStart:] {
		if r.unit.Lib.Pkg == "main" {
			continue
		}
		for i := range r.ndef {
			if s := r.syms[i]; l.SymVersion(s) < sym.SymVerStatic && l.SymName(s) != "" {
				f(r.unit.Lib.Pkg, i, s)
			}
		}
	}
}

// LiveBind gives the host's addresses to the symbols that the host has, and returns those that nobody has.
// All references are resolved here, as later phases run in parallel.
func (l *Loader) LiveBind() (undefined []Sym) {
	l.InitReachable()
	for i := Sym(1); i < Sym(l.NSym()); i++ {
		l.liveBind(i)
	}
	seen := map[Sym]bool{}
	need := func(s Sym) {
		if s == 0 || seen[s] || !l.IsExternal(s) || l.SymType(s) != sym.Sxxx {
			return
		}
		seen[s] = true
		if l.liveBind(s); l.SymType(s) == sym.Sxxx {
			undefined = append(undefined, s)
		}
	}
	for i, n := Sym(1), Sym(l.NSym()); i < n; i++ {
		if l.IsExternal(i) || l.AttrSpecial(i) || l.SymType(i).IsDWARF() {
			continue
		}
		relocs := l.Relocs(i)
		for j := range relocs.Count() {
			if r := relocs.At(j); r.Sym() != 0 && r.Siz() > 0 {
				need(r.Sym())
			}
		}
		if k := l.SymType(i); k == sym.SDATA || k == sym.SBSS || k == sym.SNOPTRDATA || k == sym.SNOPTRBSS {
			need(l.SymGoType(i))
		}
	}
	return undefined
}

// liveBind gives s the host's address, where the host has it and the cell does not define it anew.
func (l *Loader) liveBind(s Sym) {
	if !l.IsExternal(s) && l.liveOwn(s) {
		return
	}
	version := l.SymVersion(s)
	if version >= sym.SymVerStatic || version < 0 {
		return
	}
	value, kind, ok := Live(l.SymName(s), version)
	if !ok {
		return
	}
	if l.IsExternal(s) {
		l.getPayload(s).kind = kind
	}
	l.SetAttrSpecial(s, true)
	l.SetAttrReachable(s, true)
	l.SetSymValue(s, value)
}

// liveOwn tells a definition that is the cell's. Three kinds are not: what may be defined twice,
// types and tables of methods, which must have one address, and variables without a
// value, which are those of earlier cells where one had them. Names in which a middle dot
// stands are those of types within functions, which each cell numbers anew.
func (l *Loader) liveOwn(s Sym) bool {
	name := l.SymName(s)
	if LiveLocal(name) {
		return true
	}
	if strings.HasPrefix(name, "type:") || strings.HasPrefix(name, "go:itab.") {
		return false
	}
	r, i := l.toLocal(s)
	if i >= uint32(r.ndef+r.nhashed64def+r.nhasheddef) && r.Sym(i).Dupok() {
		return false
	}
	k := l.SymType(s)
	return i >= uint32(r.ndef) || k != sym.SBSS && k != sym.SNOPTRBSS || r.unit.Lib.Pkg != "main"
}

// LiveLocal tells a name that means something in its own cell alone.
func LiveLocal(name string) bool {
	return strings.Contains(name, "main.") && strings.Contains(name, "·")
}

// LiveMark marks what the cell defines itself: all of it.
func (l *Loader) LiveMark() {
	for i := Sym(1); i < Sym(l.NSym()); i++ {
		if l.IsExternal(i) {
			continue
		}
		k := l.SymType(i)
		if k.IsText() && l.SymSize(i) == 0 || k == sym.Sxxx || k.IsDWARF() {
			continue
		}
		l.SetAttrReachable(i, true)
	}
}

// LiveNamed tells whether other modules may refer to s by name.
func (l *Loader) LiveNamed(s Sym) bool {
	if v := l.SymVersion(s); v >= sym.SymVerStatic || v < 0 {
		return false
	}
	if l.IsExternal(s) {
		return true
	}
	r, i := l.toLocal(s)
	return i < uint32(r.ndef) || i >= uint32(r.ndef+r.nhashed64def+r.nhasheddef) || strings.HasPrefix(l.SymName(s), "go:itab.")
}

// liveRoom is how much room a table gets: modules need little.
func liveRoom(n int) int {
	if Live != nil {
		return 1000
	}
	return n
}
