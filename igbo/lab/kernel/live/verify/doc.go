// Package verify compares a module that was linked for the process of living cells with the object file that the compiler wrote: what
// the linker made of it is not taken on trust.
//
// What flows in: the object, the module's file, the linker's indices of symbols, and where the linker says that it has laid
// the object's symbols ([Module]). What flows out: nil, or the first difference ([Module.Check]).
//
// Each byte of a module that is mapped has to be accounted for: as a symbol of the object with its relocations resolved, each
// to the address that the name of its target has; as a table of functions, types and methods, which is made here
// anew from the object and compared; as the module's description, which has to fit both; or as padding, which is zero. Masks of
// the collector are compared with types where both are, in the process.
package verify
