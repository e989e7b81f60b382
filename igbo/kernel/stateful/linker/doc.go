// Package linker builds the linker of stateful cells: Go's own linker, from the user's GOROOT, with patches.
//
// [Make] takes a go command and writes a program. The program links as Go's linker does, and has two more functions. It can link a host
// with everything included and write an index of its symbols. It can also link the object of one cell into a module for a running host. The
// module does not repeat what the host contains, and refers to the host's addresses.
//
// GOROOT is not changed. The patches reach the compiler through an overlay on a copy of GOROOT that consists of links, because the go
// command refuses overlays of the module cache, where downloaded toolchains are. [Supported] returns an error for releases for which the
// patches were not tested. Each patch must match exactly as often as it states, otherwise no linker is built.
//
// The folder patch holds the new files, which compile only within cmd/link.
package linker
