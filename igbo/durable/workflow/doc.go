// Package workflow runs independent computations on all cores and caches their results.
//
// A [Study] lists cells in a [Plan]. A cell is an independent computation, for example one training with one seed. Its result is called a
// part, and is stored in a file. The fold of the study combines all parts into the result. [Run] computes a study on this machine. On a
// cluster, a program calls [Task] with its share, and [Gather] when all tasks are done. The package does not depend on models: package
// study has the studies of this library.
//
// # Parts
//
// A cell is a pure function of its settings, the parts that the settings refer to, and the backend. Its part is a file named by a digest of
// everything that it depends on: the function, the settings, the needed parts, the backend, the kind of processor, the Go release and build
// settings, and the code. In a notebook's cell, the code consists of the library's sources and the checksums of the modules. In any other
// program it is the program itself, so a changed program computes all cells again after each build.
//
// A file that a cell reads is included if the settings contain it as a [File]. Cells without a digest are computed every time: their
// settings contain a function, or their code changed while it was built.
//
// Files are written atomically and checked by their own digest. Resuming, caching, parallel runs and clusters all work in the same way:
// missing cells are computed.
//
// Numbers in parts keep all their bits, including NaN and infinities.
//
// # Caching a function
//
// [Value] caches the result of a function that only depends on its settings. In a notebook the function may be declared in a cell. It is
// identified by its source and by the source of everything that it refers to there. Parts in a notebook are kept until the kernel or the
// headless run ends. In other programs, and in a kernel whose values persist between cells, they are kept in the user's cache
// (igbolab/study below os.UserCacheDir) for up to thirty days and 256 MB. [Cached] lists them, and [Clear] removes them.
package workflow
