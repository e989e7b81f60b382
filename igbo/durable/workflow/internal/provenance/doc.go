// Package provenance identifies what a part was computed with: the code, the backend and the kind of processor.
// [Function] and [Engine] return names and digests. [Code] returns an error if the code is unknown. Parts of
// another origin are not used.
package provenance
