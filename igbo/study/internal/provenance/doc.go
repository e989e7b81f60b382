// Package provenance says with what a part is made: the code, the backend, the
// kind of processor. In flow a backend and functions; out flow names and digests,
// or that the code is not known. Parts of another origin are another's.
package provenance
