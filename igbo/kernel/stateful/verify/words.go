package verify

import (
	"fmt"
	"slices"
	"strings"
)

// Layout holds the positions of words in the runtime's module description that differ between releases. A position is 0 if the release has
// no such word.
type Layout struct {
	typesEnd, rodata, funcdata, tablesEnd, sections, ptab, init, last int
	typelinks, itablinks                                              int // positions of lists
	typesLength, itabs, itabsLength                                   int // set if types have a separate section
}

// fixed holds the positions that all releases share.
var fixed = map[string]int{
	"pcHeader": wordHeader, "funcnametab": wordNames, "cutab": wordUnits, "filetab": wordFiles, "pctab": wordTables, "pclntable": wordFunctions, "ftab": wordFtab,
	"findfunctab": wordFind, "minpc": wordMinPC, "maxpc": wordMaxPC, "text": wordText, "etext": wordTextEnd, "noptrdata": wordNoPtrData, "data": wordData,
	"bss": wordBSS, "noptrbss": wordNoPtrBSS, "covctrs": wordCounters, "end": wordEnd, "gcdata": wordMaskData, "gcbss": wordMaskBSS, "types": wordTypes,
}

// silent lists fields that are 0 in a module, or that end an area which starts at another field.
var silent = []string{"_size", "NotInHeap", "enoptrdata", "edata", "ebss", "enoptrbss", "ecovctrs", "pluginpath", "pkghashes", "modulename", "modulehashes", "bad", "gcdatamask", "gcbssmask", "typemap", "next"}

// Words reads the positions of words from facts that the compiler and the linker printed. It returns an error if a field is unknown,
// missing or elsewhere, or if a number of tables or object files differs.
func Words(facts map[string]uint64) (l Layout, err error) {
	movable := map[string]*int{
		"etypes": &l.typesEnd, "rodata": &l.rodata, "gofunc": &l.funcdata, "epclntab": &l.tablesEnd, "textsectmap": &l.sections, "ptab": &l.ptab, "inittasks": &l.init, "hasmain": &l.last,
		"typelinks": &l.typelinks, "itablinks": &l.itablinks, "typedesclen": &l.typesLength, "itaboffset": &l.itabs, "itabsize": &l.itabsLength,
	}
	const word = 8
	found := 0
	for name, at := range facts {
		field, is := strings.CutPrefix(name, "moduledata_")
		if !is {
			continue
		}
		place, known := fixed[field]
		switch to := movable[field]; {
		case known && uint64(place*word) != at:
			return l, fmt.Errorf("verify: checking this Go: field %s of a module's description is at %d, want %d", field, at, place*word)
		case known:
			found++
		case to != nil:
			*to = int(at / word)
		case !slices.Contains(silent, field):
			return l, fmt.Errorf("verify: checking this Go: field %s of a module's description is unknown", field)
		}
	}
	lists := l.typelinks > 0 && l.itablinks > 0
	section := l.typesLength > 0 && l.itabs > 0 && l.itabsLength > 0
	if found != len(fixed) || lists == section || slices.Contains([]int{l.typesEnd, l.rodata, l.funcdata, l.tablesEnd, l.sections, l.ptab, l.init, l.last}, 0) {
		return l, fmt.Errorf("verify: checking this Go: fields of a module's description are missing (%d of %d, %+v)", found, len(fixed), l)
	}
	for name, want := range map[string]uint64{"_func__size": functionSize, "pcHeader__size": 72, "textsect__size": 24, "modulehash__size": 40, "functab__size": 8, "findfuncbucket__size": 4 + subBuckets,
		"const_FUNCDATA_InlTree": inlinedTree, "const_PCDATA_InlTreeIndex": inlinedTable, "inlinedCall__size": inlinedSize} {
		if got, is := facts[name]; is && got != want {
			return l, fmt.Errorf("verify: checking this Go: %s is %d, want %d", name, got, want)
		}
	}
	return l, numbers(facts)
}

// numbers compares the numbers of object files with the constants of this package.
func numbers(facts map[string]uint64) error {
	for name, want := range map[string]uint64{
		"BlkPkgIdx": blockPackages, "BlkFile": blockFiles, "BlkSymdef": blockDefined, "BlkHashed64def": blockHashed64, "BlkHasheddef": blockHashed, "BlkNonpkgdef": blockNonPkg,
		"BlkNonpkgref": blockNonPkgRef, "BlkRelocIdx": 11, "BlkAuxIdx": 12, "BlkDataIdx": 13, "BlkReloc": blockRelocs, "BlkAux": blockAux, "BlkData": blockData, "BlkRefName": blockRefNames,
		"BlkEnd": blockEnd, "NBlk": blocks, "PkgIdxNone": none, "PkgIdxHashed64": hashed64, "PkgIdxHashed": hashed, "PkgIdxBuiltin": builtin, "PkgIdxSelf": self, "SymABIstatic": static,
		"SymFlagTypelink": flagTypelink, "SymFlagItab": flag2Itab, "SymSize": symbolSize, "RelocSize": relocationSize, "AuxSize": auxSize, "AuxGotype": auxType, "AuxFuncInfo": auxFuncInfo,
		"AuxFuncdata": auxFuncdata, "AuxPcsp": auxPcsp, "AuxPcfile": auxPcfile, "AuxPcline": auxPcline, "AuxPcinline": auxPcinline, "AuxPcdata": auxPcdata, "STEXT": kindText, "STEXTFIPS": kindText + 1,
		"SRODATA": kindRODATA, "SNOPTRDATA": kindNoPtrData, "SDATA": kindData, "SBSS": kindBSS, "SNOPTRBSS": kindNoPtrBSS, "R_ADDR": relocAddr, "R_ADDROFF": relocAddrOff, "R_CALL": relocCall,
		"R_PCREL": relocPCRel, "R_TLS_LE": relocTLS, "R_METHODOFF": relocMethodOff, "R_WEAK": relocWeak,
	} {
		if got, is := facts["goobj_"+name]; !is || got != want {
			return fmt.Errorf("verify: checking this Go: %s of object files is %d, want %d", name, got, want)
		}
	}
	return nil
}
