package ld

import (
	"encoding/binary"
	"fmt"
	"os"
	"strings"

	"cmd/link/internal/loader"
	"cmd/link/internal/sym"
)

// Room of a session's index: symbols, and bytes of their names.
const (
	liveRoom      = 1 << 19
	liveNamesRoom = 256 << 20
)

// liveWrite writes what later cells may refer to, and where the module's parts are.
func liveWrite(ctxt *Link) {
	switch {
	case liveHost():
		liveWriteHost(ctxt)
		liveCreate(*flagLiveIndex+".session", liveRoom, liveNamesRoom)
	case liveOn():
		liveWriteModule(ctxt)
	}
}

// liveWriteHost writes all symbols of the host.
func liveWriteHost(ctxt *Link) {
	ldr := ctxt.loader
	var n, names int
	each := func(f func(s loader.Sym, name string)) {
		for s := loader.Sym(1); s < loader.Sym(ldr.NSym()); s++ {
			if name := ldr.SymName(s); liveTold(ldr, s, name) && !strings.HasPrefix(name, "go:main.") {
				f(s, name)
			}
		}
	}
	each(func(s loader.Sym, name string) { n++; names += len(name) + 1 })
	ldr.LiveEach(func(pkg string, i int, s loader.Sym) { n += 2; names += len(pkg) + 12 + len(ldr.SymName(s)) })
	for _, l := range ctxt.Library {
		n++
		names += len(l.Pkg) + 16
	}
	x := liveCreate(*flagLiveIndex, n, names+1<<16)
	each(func(s loader.Sym, name string) {
		x.set(name, ldr.SymVersion(s), uint8(ldr.SymType(s)), uint64(ldr.SymValue(s)), uint64(ldr.SymSize(s)))
	})
	ldr.LiveEach(func(pkg string, i int, s loader.Sym) {
		var id, line uint64
		if info := ldr.FuncInfo(s); ldr.SymType(s).IsText() && info.Valid() {
			id, line = uint64(info.FuncID()), uint64(info.StartLine())
		}
		x.alias(pkg, i, ldr.SymName(s), ldr.SymVersion(s), uint8(id), line)
	})
	for from, to := range liveRedirects(ldr) { // cells reach what the host reaches
		x.set(ldr.SymName(from), ldr.SymVersion(from), uint8(ldr.SymType(to)), uint64(ldr.SymValue(to)), uint64(ldr.SymSize(to)))
	}
	for _, l := range ctxt.Library {
		if v := binary.LittleEndian.Uint64(l.Fingerprint[:]); v != 0 {
			x.set("fingerprint:"+l.Pkg, 0, 0, v, 0)
		}
	}
}

// liveTold tells whether later cells may refer to a symbol.
func liveTold(ldr *loader.Loader, s loader.Sym, name string) bool {
	return name != "" && ldr.AttrReachable(s) && ldr.LiveNamed(s) && ldr.SymValue(s) != 0 && ldr.SymType(s) < sym.SFirstUnallocated &&
		!strings.HasPrefix(name, "main..inittask") && !loader.LiveLocal(name)
}

// liveWriteModule adds a module's symbols to the session's index, and writes the report: a line a part,
//
//	module ADDRESS
//	symbol ADDRESS NAME
//	variable ADDRESS SIZE TYPE NAME
func liveWriteModule(ctxt *Link) {
	ldr := ctxt.loader
	var report strings.Builder
	fmt.Fprintf(&report, "module %d\n", ldr.SymValue(ctxt.Moduledata))
	ldr.LiveEach(func(pkg string, i int, s loader.Sym) { liveOwn.alias(pkg, i, ldr.SymName(s), ldr.SymVersion(s), 0, 0) })
	for s := loader.Sym(1); s < loader.Sym(ldr.NSym()); s++ {
		name := ldr.SymName(s)
		if ldr.AttrSpecial(s) || ldr.IsExternal(s) || !liveTold(ldr, s, name) {
			continue
		}
		kind, addr, size := ldr.SymType(s), ldr.SymValue(s), ldr.SymSize(s)
		liveOwn.set(name, ldr.SymVersion(s), uint8(kind), uint64(addr), uint64(size))
		switch {
		case kind.IsText() && strings.HasPrefix(name, "main.cell_") && !strings.Contains(name[len("main."):], "."):
			fmt.Fprintf(&report, "symbol %d %s\n", addr, name)
		case strings.HasPrefix(name, "main.") && ldr.SymGoType(s) != 0 && (kind == sym.SDATA || kind == sym.SBSS || kind == sym.SNOPTRDATA || kind == sym.SNOPTRBSS):
			fmt.Fprintf(&report, "variable %d %d %d %s\n", addr, size, ldr.SymValue(ldr.SymGoType(s)), name)
		}
	}
	if err := os.WriteFile(*flagLiveReport, []byte(report.String()), 0o600); err != nil {
		Exitf("live: %v", err)
	}
}
