package host

import "sync/atomic"

// loadedCode is the code of a package that was loaded as a module.
type loadedCode struct {
	low, high uintptr
	next      *loadedCode
}

// libraryList lists loaded packages. A signal handler reads it, so entries never change.
type libraryList struct{ first atomic.Pointer[loadedCode] }

// libraries lists the loaded packages. Interrupts treat their code like that of linked packages.
var libraries libraryList

// add adds the code of a module. Modules are loaded one at a time.
func (l *libraryList) add(md *moduledata) {
	l.first.Store(&loadedCode{low: md.minpc, high: md.maxpc, next: l.first.Load()})
}

// has reports whether an address is in the code of a loaded package.
//
//go:nosplit
func (l *libraryList) has(pc uintptr) bool {
	for m := l.first.Load(); m != nil; m = m.next {
		if pc >= m.low && pc < m.high {
			return true
		}
	}
	return false
}
