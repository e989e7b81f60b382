// Package study answers questions by cells: a [Study] lists independent cells
// (settings × seed), and folds what they find, their parts, into a result that
// knows its tables and figures. In flow settings and a backend; out flow
// results, and files of parts. It knows nothing of models: the studies
// themselves stand in the rooms below it, the runners (the cores of this
// machine, shares of a cluster) here.
//
// # Parts
//
// A cell is a pure function of its settings, the parts that the settings name,
// and the backend. Its part is a file named by a digest of all it depends on:
// the function, the settings, the parts needed, the backend, the kind of
// processor, the Go release and build settings, and the code: in a notebook's
// cell the sources of the library and the checksums of the modules, in any
// other program the program itself. So a changed setting or line of code is
// another part, and no answer is ever stale. What has no digest is done every
// time: settings that hold a function, code that changed while it was built.
//
// Files are written whole or not at all and checked by their own digest. From
// this follow resuming (the missing cells are done), caching, parallel runs,
// and clusters: [Task] does a share, [Gather] folds.
//
// Numbers in parts keep all their bits, NaN and infinities included. In a
// result's JSON, where there are no such numbers, they are the strings "NaN",
// "Infinity" and "-Infinity" ([MarshalJSON]).
//
// # One function
//
// [Once] keeps what a single function finds. In a notebook its parts, as those of
// [Run], live as long as the kernel; elsewhere they are in the user's cache for
// up to thirty days. [Kept] lists them, [Clear] removes them.
package study
