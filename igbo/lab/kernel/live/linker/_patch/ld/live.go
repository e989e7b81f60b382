package ld

import (
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"strings"

	"cmd/internal/goobj"
	"cmd/internal/objabi"
	"cmd/link/internal/loader"
	"cmd/link/internal/sym"
)

var (
	flagLive         = flag.String("live", "", "link a module for the running host whose symbols are in `index`")
	flagLiveSession  = flag.String("livesession", "", "the session's `index`, which gets the module's symbols")
	flagLiveReport   = flag.String("livereport", "", "write where the module's parts are into `file`")
	flagLivePackages = flag.String("livepackages", "", "packages to link into the module: `path=file,…`")
	flagLiveImages   = flag.String("liveimages", "", "images that the host has mapped, in a list in `file`")
	flagLiveIndex    = flag.String("liveindex", "", "write the symbols of this program, all of it kept, to `index`")
	flagLiveRedirect = flag.String("liveredirect", "", "calls of `from=to,…` in this program")
	live, liveOwn    *liveTable
)

// The moduledata's text and types of a module are the host's, so that offsets reach what the host has.
const (
	liveTextSymbol  = "live.text"
	liveTypesSymbol = "live.types"
)

func liveOn() bool { return *flagLive != "" }

func liveHost() bool { return *flagLiveIndex != "" }

func liveTextName() string {
	if liveOn() {
		return liveTextSymbol
	}
	return "runtime.text"
}

func liveTypesName() string {
	if liveOn() {
		return liveTypesSymbol
	}
	return "runtime.types"
}

// liveRodataName is that of the types: both are at one address in programs, which liveBind checks.
func liveRodataName() string {
	if liveOn() {
		return liveTypesSymbol
	}
	return "runtime.rodata"
}

// liveFind looks for a symbol that the host has, or that an earlier cell has brought.
func liveFind(name string, version int) (liveEntry, bool) {
	if e, ok := liveOwn.find(name, version); ok {
		return *e, true
	}
	if e, ok := live.find(name, version); ok {
		return *e, true
	}
	return liveEntry{}, false
}

// liveStart opens the indices of the host and of the session.
func liveStart(ctxt *Link) {
	if !liveOn() {
		return
	}
	live, liveOwn = liveOpen(*flagLive, false), liveOpen(*flagLiveSession, true)
	loader.Live = func(name string, version int) (int64, sym.SymKind, bool) {
		e, ok := liveFind(name, version)
		return int64(e.addr), sym.SymKind(e.kind), ok
	}
	loader.LiveByNumber = func(pkg string, number uint32) (string, int, bool) {
		for _, x := range []*liveTable{liveOwn, live} {
			if e, ok := x.find(liveNumbered(pkg, int(number)), liveAlias); ok {
				e = &x.buckets[e.addr-1]
				return x.name(e), int(e.version), true
			}
		}
		return "", 0, false
	}
	for _, p := range strings.Split(*flagLivePackages, ",") {
		if path, file, ok := strings.Cut(p, "="); ok {
			addlibpath(ctxt, "live", "live", file, path, "", goobj.FingerprintType{})
		}
	}
}

// liveImports checks that the host has the very packages that the cell was compiled against.
func liveImports(l *sym.Library, name string) {
	for _, imp := range l.Autolib {
		e, ok := liveFind("fingerprint:"+imp.Pkg, 0)
		if ok && e.addr != binary.LittleEndian.Uint64(imp.Fingerprint[:]) && !imp.Fingerprint.IsZero() {
			Exitf("live: %s was compiled against another %s than the host's", name, imp.Pkg)
		}
	}
	l.Autolib = nil
}

// liveBind binds a module to the host, and says what neither has; in the host it redirects calls.
func liveBind(ctxt *Link) {
	if liveHost() {
		liveRedirect(ctxt.loader)
	}
	if !liveOn() {
		return
	}
	ldr := ctxt.loader
	for _, pair := range [][2]string{{liveTextSymbol, "runtime.text"}, {liveTypesSymbol, "runtime.types"}} {
		e, ok := live.find(pair[1], 0)
		if !ok {
			Exitf("live: the host has no %s", pair[1])
		}
		sb := ldr.CreateSymForUpdate(pair[0], 0)
		sb.SetType(sym.SRODATA)
		ldr.SetAttrSpecial(sb.Sym(), true)
		ldr.SetSymValue(sb.Sym(), int64(e.addr))
	}
	if e, ok := live.find("runtime.rodata", 0); !ok || int64(e.addr) != ldr.SymValue(ldr.Lookup(liveTypesSymbol, 0)) {
		Exitf("live: types do not start the host's read-only data")
	}
	missing := false
	for _, s := range ldr.LiveBind() {
		if n := ldr.SymName(s); !strings.HasPrefix(n, "live.") && !strings.HasPrefix(n, "go:info.") && !strings.HasPrefix(n, "go:cuinfo.") {
			fmt.Fprintf(os.Stderr, "live: missing %s\n", n)
			missing = true
		}
	}
	if missing {
		Exit(3)
	}
}

// liveRedirect lets every reference to one symbol reach another, in the whole host.
func liveRedirect(ldr *loader.Loader) {
	to := liveRedirects(ldr)
	for i, n := loader.Sym(1), loader.Sym(ldr.NSym()); i < n; i++ {
		relocs := ldr.Relocs(i)
		for j := range relocs.Count() {
			r := relocs.At(j)
			if r.Type() == objabi.R_INITORDER || r.Siz() == 0 {
				continue
			}
			if target, ok := to[r.Sym()]; ok {
				ldr.MakeSymbolUpdater(i).SetRelocSym(j, target)
			}
		}
	}
}

// liveRedirects are the symbols that others stand in the place of.
func liveRedirects(ldr *loader.Loader) map[loader.Sym]loader.Sym {
	to := map[loader.Sym]loader.Sym{}
	for _, pair := range strings.Split(*flagLiveRedirect, ",") {
		from, target, ok := strings.Cut(pair, "=")
		if !ok {
			continue
		}
		a, b := ldr.Lookup(from, sym.SymVerABIInternal), ldr.Lookup(target, sym.SymVerABIInternal)
		if a == 0 || b == 0 {
			Exitf("live: no %s, or no %s, to redirect", from, target)
		}
		to[a] = b
	}
	return to
}

// liveReach marks all of a module, as there is no other part of it to be reached from.
func liveReach(ctxt *Link) {
	ldr := ctxt.loader
	ldr.LiveMark()
	for _, n := range []string{liveTextSymbol, liveTypesSymbol} {
		ldr.SetAttrReachable(ldr.Lookup(n, 0), true)
	}
	if ctxt.mainInittasks != 0 {
		ldr.SetAttrReachable(ctxt.mainInittasks, true)
	}
}

// liveKeep marks all of the host: nobody knows what cells will use.
func liveKeep(d *deadcodePass) {
	if !liveHost() {
		return
	}
	for i, n := loader.Sym(1), loader.Sym(d.ldr.NDef()); i < n; i++ {
		k := d.ldr.SymType(i)
		if k.IsText() && d.ldr.SymSize(i) == 0 || k == sym.Sxxx || k.IsDWARF() || d.ldr.IsFromAssembly(i) {
			continue
		}
		d.mark(i, 0)
	}
	d.reflectSeen, d.dynlink = true, true
}

// liveOffset is that of a type, a name or a function as the runtime resolves it in a module.
func liveOffset(ldr *loader.Loader, s loader.Sym) int64 {
	if ldr.SymType(s).IsText() {
		return ldr.SymValue(s) - ldr.SymValue(ldr.Lookup(liveTextSymbol, 0))
	}
	return ldr.SymValue(s) - ldr.SymValue(ldr.Lookup(liveTypesSymbol, 0))
}

// liveIsHosts tells a symbol that the host has.
func liveIsHosts(ldr *loader.Loader, s loader.Sym) bool {
	return liveOn() && ldr.AttrSpecial(s) && ldr.SymSect(s) == nil
}
