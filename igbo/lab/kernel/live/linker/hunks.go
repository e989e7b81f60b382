package linker

// Known are the releases of Go whose linker, runtime and tables the hunks were proven on.
var Known = []string{"go1.26.8"}

// hunk replaces text in a file; the text stands there so many times.
type hunk struct {
	old, new string
	times    int
}

// hunks are those of files below src/cmd/link/internal.
var hunks = map[string][]hunk{
	"loader/loader.go": {
		{"make(map[string]Sym, 80000), make(map[string]Sym, 50000)}", "make(map[string]Sym, liveRoom(80000)), make(map[string]Sym, liveRoom(50000))}", 1},
		{"	objidx       uint32   // index of this reader in the objs slice\n}", "	objidx       uint32   // index of this reader in the objs slice\n	live         map[goobj.SymRef]Sym\n}", 1},
		{"	default:\n		rr = l.objs[r.pkg[p]]\n", "	default:\n		if r.pkg[p] == 0 {\n			return l.liveReference(r, s)\n		}\n		rr = l.objs[r.pkg[p]]\n", 1},
		{"		l.reportMissingBuiltin(int(s.SymIdx), r.unit.Lib.Pkg)\n",
			"		if Live != nil {\n			name, abi := goobj.BuiltinName(int(s.SymIdx))\n			return l.LookupOrCreateSym(name, abi)\n		}\n		l.reportMissingBuiltin(int(s.SymIdx), r.unit.Lib.Pkg)\n", 1},
		{"		if !ok {\n			log.Fatalf(\"%v: reference to nonexistent", "		if !ok {\n			if Live != nil {\n				continue\n			}\n			log.Fatalf(\"%v: reference to nonexistent", 1},
		{"			if !l.attrReachable.Has(gi) {\n				continue\n			}\n			osym := r.Sym(i)\n			st :=",
			"			if !l.attrReachable.Has(gi) || Live != nil && l.attrSpecial.Has(gi) {\n				continue\n			}\n			osym := r.Sym(i)\n			st :=", 1},
	},
	"ld/link.go": {
		{"	pkg := objabi.PathToPrefix(l.Pkg)\n	for _, imp := range l.Autolib", "	if liveOn() {\n		liveImports(l, pn)\n		return\n	}\n	pkg := objabi.PathToPrefix(l.Pkg)\n	for _, imp := range l.Autolib", 1},
	},
	"ld/main.go": {
		{"	bench.Start(\"loadlib\")\n", "	liveStart(ctxt)\n	bench.Start(\"loadlib\")\n", 1},
		{"	asmbfips(ctxt, *flagFipso)\n", "	if !liveOn() {\n		asmbfips(ctxt, *flagFipso)\n	}\n", 1},
		{"	bench.Start(\"dwarfcompress\")\n", "	liveWrite(ctxt)\n	bench.Start(\"dwarfcompress\")\n", 1},
	},
	"ld/lib.go": {
		{"	loadinternal(ctxt, \"runtime\")\n", "	if !liveOn() {\n		loadinternal(ctxt, \"runtime\")\n	}\n", 1},
		{"	ctxt.loader.LoadSyms(ctxt.Arch)\n", "	ctxt.loader.LoadSyms(ctxt.Arch)\n	liveBind(ctxt)\n", 1},
		{"	loadfips(ctxt)\n", "	if !liveOn() {\n		loadfips(ctxt)\n	}\n", 1},
	},
	"ld/deadcode.go": {
		{"	d := deadcodePass{ctxt: ctxt, ldr: ldr}\n", "	if liveOn() {\n		liveReach(ctxt)\n		return\n	}\n	d := deadcodePass{ctxt: ctxt, ldr: ldr}\n", 1},
		{"		panic(\"could not look up runtime.mapinitnoop\")\n	}\n", "		panic(\"could not look up runtime.mapinitnoop\")\n	}\n	liveKeep(d)\n", 1},
	},
	"ld/typelink.go": {
		{"		if !ldr.AttrReachable(s) {", "		if !ldr.AttrReachable(s) || liveIsHosts(ldr, s) {", 1},
	},
	"ld/data.go": {
		{"				st.err.errorUnresolved(ldr, s, rs)\n", "				if liveHost() {\n					continue // of code that nobody reaches\n				}\n				st.err.errorUnresolved(ldr, s, rs)\n", 1},
		{"			sect := ldr.SymSect(rs)\n			if sect == nil {\n				if rst", "			if liveOn() {\n				o = liveOffset(ldr, rs) + r.Add()\n				break\n			}\n			sect := ldr.SymSect(rs)\n			if sect == nil {\n				if rst", 1},
		{"	typData := ldr.Data(typ)\n	ptrdata :=", "	if liveIsHosts(ldr, typ) {\n		p.liveAddType(off, uint64(ldr.SymValue(typ)))\n		return\n	}\n	if liveOn() && len(ldr.Data(typ)) == 0 {\n		Exitf(\"live: nobody has the type %s\", ldr.SymName(typ))\n	}\n	typData := ldr.Data(typ)\n	ptrdata :=", 1},
		{"			if decodetypePtrdata(p.ctxt.Arch, ldr.Data(fTyp)) == 0 {", "			if !liveIsHosts(ldr, fTyp) && decodetypePtrdata(p.ctxt.Arch, ldr.Data(fTyp)) == 0 {", 1},
		{"		elem := decodetypeArrayElem(p.ctxt, p.ctxt.Arch, typ)\n		n := decodetypeArrayLen(ldr, p.ctxt.Arch, typ)\n",
			"		elem := decodetypeArrayElem(p.ctxt, p.ctxt.Arch, typ)\n		n := decodetypeArrayLen(ldr, p.ctxt.Arch, typ)\n" +
				"		if liveIsHosts(ldr, elem) {\n			size := decodetypeSize(p.ctxt.Arch, ldr.Data(typ)) / n\n" +
				"			for i := range n {\n				p.AddType(off+i*size, elem)\n			}\n			return\n		}\n", 1},
	},
	"ld/pcln.go": {
		{"	var size int64\n	walkFuncs(", "	var size int64\n	if liveOn() {\n		size = 1 // the runtime takes what stands at 0 for no name\n	}\n	walkFuncs(", 1},
		{"	textStart := ldr.SymValue(ldr.Lookup(\"runtime.text\", 0))\n", "	textStart := ldr.SymValue(ldr.Lookup(liveTextName(), 0))\n", 2},
		{"			sect := ldr.SymSect(rs)\n			if sect == nil {\n				ctxt.Errorf(fdSym, \"missing section",
			"			if liveOn() {\n				ctxt.Target.Arch.ByteOrder.PutUint32(data[r.Off():], uint32(liveOffset(ldr, rs)+r.Add()))\n				continue\n			}\n" +
				"			sect := ldr.SymSect(rs)\n			if sect == nil {\n				ctxt.Errorf(fdSym, \"missing section", 1},
		{"		} else if !ctxt.linkShared {\n", "		} else if liveOn() {\n			funcID, startLine = liveFunction(ldr, call.Func)\n		} else if !ctxt.linkShared {\n", 1},
	},
	"ld/symtab.go": {
		{"	moduledata.AddAddr(ctxt.Arch, ldr.Lookup(\"runtime.text\", 0))\n", "	moduledata.AddAddr(ctxt.Arch, ldr.Lookup(liveTextName(), 0))\n", 1},
		{"	moduledata.AddAddr(ctxt.Arch, ldr.Lookup(\"runtime.types\", 0))\n", "	moduledata.AddAddr(ctxt.Arch, ldr.Lookup(liveTypesName(), 0))\n", 1},
		{"	moduledata.AddAddr(ctxt.Arch, ldr.Lookup(\"runtime.rodata\", 0))\n", "	moduledata.AddAddr(ctxt.Arch, ldr.Lookup(liveRodataName(), 0))\n", 1},
		{"	hasmain := ctxt.BuildMode == BuildModeExe || ctxt.BuildMode == BuildModePIE\n", "	hasmain := (ctxt.BuildMode == BuildModeExe || ctxt.BuildMode == BuildModePIE) && !liveOn()\n", 1},
		{"	moduledatatype := ldr.Lookup(\"type:runtime.moduledata\", 0)\n	moduledata.SetSize(decodetypeSize(ctxt.Arch, ldr.Data(moduledatatype)))\n",
			"	if liveOn() {\n		e, _ := live.find(\"runtime.firstmoduledata\", 0)\n		moduledata.SetSize(int64(e.size))\n	} else {\n" +
				"		moduledatatype := ldr.Lookup(\"type:runtime.moduledata\", 0)\n		moduledata.SetSize(decodetypeSize(ctxt.Arch, ldr.Data(moduledatatype)))\n	}\n", 1},
	},
}
