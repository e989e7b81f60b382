// Package verify compares a module that was linked for the process of stateful cells with the object file that the compiler wrote. It does
// not trust the linker's output.
//
// A [Module] holds the object, the module's file, the linker's symbol indices, and the addresses that the linker reports for the object's
// symbols. [Module.Check] returns nil or the first difference.
//
// Each byte of a mapped module must be one of these:
//
//   - part of a symbol of the object, with its relocations resolved to the addresses of their targets
//   - part of a table of functions, types or methods, which is computed again from the object and compared
//   - part of the module's description, which must match both
//   - padding, which is zero
//
// The process compares pointer masks with types, because it has both.
package verify
