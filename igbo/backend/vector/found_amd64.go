package vector

import "golang.org/x/sys/cpu"

func found() (sets []*Set) {
	x := &cpu.X86
	if x.HasAVX512F && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VL {
		sets = append(sets, avx512)
	}
	if x.HasAVX2 && x.HasFMA {
		sets = append(sets, avx2)
	}
	return sets
}
