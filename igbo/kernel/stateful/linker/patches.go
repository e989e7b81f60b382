package linker

import (
	"maps"
	"slices"
)

// patch replaces text in a file. The text must occur a given number of times.
type patch struct {
	old, new string
	times    int
}

// patchesOf returns the patches of a series, by file.
func patchesOf(series string) map[string][]patch {
	all := maps.Clone(patches)
	if series == "go1.26" {
		all["ld/typelink.go"] = typelink
	} else {
		all["ld/data.go"] = append(slices.Clone(all["ld/data.go"]), typeSection...)
	}
	return all
}

// typelink is for go1.26. Since go1.27, types and method tables have a separate section that only holds the module's.
var typelink = []patch{{"		if !ldr.AttrReachable(s) {", "		if !ldr.AttrReachable(s) || statefulIsHosts(ldr, s) {", 1}}

// typeSection omits the sizes of the sections of types and method tables from a module's description, because the runtime counts them from
// the host's sections. The process gets these types and tables by their addresses.
var typeSection = []patch{
	{"uint64(typeLinkSize))\n", "statefulUnlessOn(typeLinkSize))\n", 1},
	{"uint64(typeSize))\n", "statefulUnlessOn(typeSize))\n", 1},
	{"uint64(itabSize))\n", "statefulUnlessOn(itabSize))\n", 1},
}

// patches holds the patches of files below src/cmd/link/internal.
var patches = map[string][]patch{
	"loader/loader.go": {
		{"make(map[string]Sym, 80000), make(map[string]Sym, 50000)}", "make(map[string]Sym, statefulSize(80000)), make(map[string]Sym, statefulSize(50000))}", 1},
		{"	objidx       uint32   // index of this reader in the objs slice\n}", "	objidx       uint32   // index of this reader in the objs slice\n	stateful         map[goobj.SymRef]Sym\n}", 1},
		{"	default:\n		rr = l.objs[r.pkg[p]]\n", "	default:\n		if r.pkg[p] == 0 {\n			return l.statefulReference(r, s)\n		}\n		rr = l.objs[r.pkg[p]]\n", 1},
		{"		l.reportMissingBuiltin(int(s.SymIdx), r.unit.Lib.Pkg)\n",
			"		if Stateful != nil {\n			name, abi := goobj.BuiltinName(int(s.SymIdx))\n			return l.LookupOrCreateSym(name, abi)\n		}\n		l.reportMissingBuiltin(int(s.SymIdx), r.unit.Lib.Pkg)\n", 1},
		{"		if !ok {\n			log.Fatalf(\"%v: reference to nonexistent", "		if !ok {\n			if Stateful != nil {\n				continue\n			}\n			log.Fatalf(\"%v: reference to nonexistent", 1},
		{"			if !l.attrReachable.Has(gi) {\n				continue\n			}\n			osym := r.Sym(i)\n			st :=",
			"			if !l.attrReachable.Has(gi) || Stateful != nil && l.attrSpecial.Has(gi) {\n				continue\n			}\n			osym := r.Sym(i)\n			st :=", 1},
	},
	"ld/link.go": {
		{"	pkg := objabi.PathToPrefix(l.Pkg)\n	for _, imp := range l.Autolib", "	if statefulOn() {\n		statefulImports(l, pn)\n		return\n	}\n	pkg := objabi.PathToPrefix(l.Pkg)\n	for _, imp := range l.Autolib", 1},
	},
	"ld/main.go": {
		{"	bench.Start(\"loadlib\")\n", "	statefulStart(ctxt)\n	bench.Start(\"loadlib\")\n", 1},
		{"flag.Arg(0), \"main\", \"\", zerofp)", "flag.Arg(0), statefulPackage(), \"\", zerofp)", 1},
		{"	asmbfips(ctxt, *flagFipso)\n", "	if !statefulOn() {\n		asmbfips(ctxt, *flagFipso)\n	}\n", 1},
		{"	bench.Start(\"dwarfcompress\")\n", "	statefulWrite(ctxt)\n	bench.Start(\"dwarfcompress\")\n", 1},
	},
	"ld/lib.go": {
		{"	if ctxt.BuildMode == BuildModePlugin {\n		moduledata = ", "	if ctxt.BuildMode == BuildModePlugin || statefulOn() { // a module may refer to the host's\n		moduledata = ", 1},
		{"	loadinternal(ctxt, \"runtime\")\n", "	if !statefulOn() {\n		loadinternal(ctxt, \"runtime\")\n	}\n", 1},
		{"	ctxt.loader.LoadSyms(ctxt.Arch)\n", "	ctxt.loader.LoadSyms(ctxt.Arch)\n	statefulBind(ctxt)\n", 1},
		{"	loadfips(ctxt)\n", "	if !statefulOn() {\n		loadfips(ctxt)\n	}\n", 1},
	},
	"ld/inittask.go": {
		{"[]string{\"main..inittask\"}", "[]string{objabi.PathToPrefix(statefulPackage()) + \"..inittask\"}", 1},
	},
	"ld/deadcode.go": {
		{"	d := deadcodePass{ctxt: ctxt, ldr: ldr}\n", "	if statefulOn() {\n		statefulReach(ctxt)\n		return\n	}\n	d := deadcodePass{ctxt: ctxt, ldr: ldr}\n", 1},
		{"		panic(\"could not look up runtime.mapinitnoop\")\n	}\n", "		panic(\"could not look up runtime.mapinitnoop\")\n	}\n	statefulKeep(d)\n", 1},
	},
	"ld/data.go": {
		{"				st.err.errorUnresolved(ldr, s, rs)\n", "				if statefulHost() {\n					continue // of code that nobody reaches\n				}\n				st.err.errorUnresolved(ldr, s, rs)\n", 1},
		{"			sect := ldr.SymSect(rs)\n			if sect == nil {\n				if rst", "			if statefulOn() {\n				o = statefulOffset(ldr, rs) + r.Add()\n				break\n			}\n			sect := ldr.SymSect(rs)\n			if sect == nil {\n				if rst", 1},
		{"	typData := ldr.Data(typ)\n	ptrdata :=", "	if statefulIsHosts(ldr, typ) {\n		p.statefulAddType(off, uint64(ldr.SymValue(typ)))\n		return\n	}\n	if statefulOn() && len(ldr.Data(typ)) == 0 {\n		Exitf(\"stateful: no module has the type %s\", ldr.SymName(typ))\n	}\n	typData := ldr.Data(typ)\n	ptrdata :=", 1},
		{"			if decodetypePtrdata(p.ctxt.Arch, ldr.Data(fTyp)) == 0 {", "			if !statefulIsHosts(ldr, fTyp) && decodetypePtrdata(p.ctxt.Arch, ldr.Data(fTyp)) == 0 {", 1},
		{"		elem := decodetypeArrayElem(p.ctxt, p.ctxt.Arch, typ)\n		n := decodetypeArrayLen(ldr, p.ctxt.Arch, typ)\n",
			"		elem := decodetypeArrayElem(p.ctxt, p.ctxt.Arch, typ)\n		n := decodetypeArrayLen(ldr, p.ctxt.Arch, typ)\n" +
				"		if statefulIsHosts(ldr, elem) {\n			size := decodetypeSize(p.ctxt.Arch, ldr.Data(typ)) / n\n" +
				"			for i := range n {\n				p.AddType(off+i*size, elem)\n			}\n			return\n		}\n", 1},
	},
	"ld/pcln.go": {
		{"	var size int64\n	walkFuncs(", "	var size int64\n	if statefulOn() {\n		size = 1 // for the runtime, offset 0 means no name\n	}\n	walkFuncs(", 1},
		{"	textStart := ldr.SymValue(ldr.Lookup(\"runtime.text\", 0))\n", "	textStart := ldr.SymValue(ldr.Lookup(statefulTextName(), 0))\n", 2},
		{"			sect := ldr.SymSect(rs)\n			if sect == nil {\n				ctxt.Errorf(fdSym, \"missing section",
			"			if statefulOn() {\n				ctxt.Target.Arch.ByteOrder.PutUint32(data[r.Off():], uint32(statefulOffset(ldr, rs)+r.Add()))\n				continue\n			}\n" +
				"			sect := ldr.SymSect(rs)\n			if sect == nil {\n				ctxt.Errorf(fdSym, \"missing section", 1},
		{"		} else if !ctxt.linkShared {\n", "		} else if statefulOn() {\n			funcID, startLine = statefulFunction(ldr, call.Func)\n		} else if !ctxt.linkShared {\n", 1},
	},
	"ld/symtab.go": {
		{"	moduledata.AddAddr(ctxt.Arch, ldr.Lookup(\"runtime.text\", 0))\n", "	moduledata.AddAddr(ctxt.Arch, ldr.Lookup(statefulTextName(), 0))\n", 1},
		{"	moduledata.AddAddr(ctxt.Arch, ldr.Lookup(\"runtime.types\", 0))\n", "	moduledata.AddAddr(ctxt.Arch, ldr.Lookup(statefulTypesName(), 0))\n", 1},
		{"	moduledata.AddAddr(ctxt.Arch, ldr.Lookup(\"runtime.rodata\", 0))\n", "	moduledata.AddAddr(ctxt.Arch, ldr.Lookup(statefulRodataName(), 0))\n", 1},
		{"	hasmain := ctxt.BuildMode == BuildModeExe || ctxt.BuildMode == BuildModePIE\n", "	hasmain := (ctxt.BuildMode == BuildModeExe || ctxt.BuildMode == BuildModePIE) && !statefulOn()\n", 1},
		{"	moduledatatype := ldr.Lookup(\"type:runtime.moduledata\", 0)\n	moduledata.SetSize(decodetypeSize(ctxt.Arch, ldr.Data(moduledatatype)))\n",
			"	if statefulOn() {\n		e, _ := stateful.find(\"runtime.firstmoduledata\", 0)\n		moduledata.SetSize(int64(e.size))\n	} else {\n" +
				"		moduledatatype := ldr.Lookup(\"type:runtime.moduledata\", 0)\n		moduledata.SetSize(decodetypeSize(ctxt.Arch, ldr.Data(moduledatatype)))\n	}\n", 1},
	},
}
