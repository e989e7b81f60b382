// Package study answers questions by cells. A cell is one independent piece of
// work, say one training with one seed; its part is what it found, kept as a
// file; the fold makes the result of all parts, with its tables and figures. In
// flow settings and a backend; out flow results, and files of parts. It knows nothing
// of models: the studies themselves stand in the rooms below it, the runners
// (the cores of this machine, shares of a cluster) here.
//
// A study of one's own is a type with two methods ([Study]); the example of Run
// is one. [Run] does it on every core, and on a cluster a program that calls
// [Task] with its share, and [Gather] when all are done. The command igbo study
// knows the studies of this library alone.
//
// # What studies share
//
// Bounds of settings are declared beside their fields (package internal/limits); [Grid] makes cells
// of a table of factors, [All] and [Rows] give their parts to the fold, [Each], [Try] and [Over] read a number of every
// draw. [Table.Add] sets a row in words and in full side by side; [Figures] draws one figure after the
// other, [Bars] and [Lines] are the figures of methods by group and over a factor. [Known] shows an interval or what is not there, [Verdict]
// a prediction's. What a draw tried, comparisons with paired intervals, goals, blocks of draws, placebos and orders without numbers are those of package contest.
//
// # Parts
//
// A cell is a pure function of its settings, the parts that the settings name,
// and the backend. Its part is a file named by a digest of all it depends on:
// the function, the settings, the parts needed, the backend, the kind of
// processor, the Go release and build settings, and the code: in a notebook's
// cell the sources of the library and the checksums of the modules, in any
// other program the program itself, so that every rebuild of a changed program
// does all cells again. A changed setting or line of code is another part.
// A file that a part reads counts if the settings name it by a [File]. What has no digest is done every
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
// [Value] keeps what a function of its settings alone finds. In a notebook a function may be one of a cell, and is known by its source
// and that of all that it refers to there. There parts, as those of [Run], live as long
// as the kernel, or as a run without a screen; elsewhere, and in a kernel in which values live, they are in the user's cache (igbolab/study below
// os.UserCacheDir) for up to thirty days and 256 MB. [Kept] lists them, [Clear] removes them.
package study
