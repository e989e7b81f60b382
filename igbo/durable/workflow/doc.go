// Package workflow runs independent computations on all cores and caches their results.
//
// A [Study] lists cells in a [Plan]. A cell is an independent computation, such as one training run with one
// seed. Its result is called a part and is stored in a file. The fold of the study combines all parts into the
// result. [Run] computes a study on one machine. On a cluster, each task calls [Task] with its share, and
// [Gather] combines the parts when all tasks are done. The package does not depend on models; package study
// contains the studies of this library.
//
// # Parts
//
// A cell is a pure function of its settings, the parts that the settings refer to, and the backend. The name of
// its file is a digest of everything that the part depends on: the function, the settings, the needed parts,
// the backend, the kind of processor, the Go release and build settings, and the code. In a notebook cell, the
// code is identified by the library's sources and the checksums of the modules. In other programs it is the
// program itself, so a changed program computes all cells again.
//
// If a cell reads a file, its settings should contain it as a [File], so its content is part of the digest.
// Cells without a digest are computed every time: those whose settings contain a function, or whose code
// changed while it was built.
//
// Files are written atomically and have a digest that is checked when they are read. Resuming, caching,
// parallel runs and clusters all work the same way: missing cells are computed.
//
// Numbers in parts keep all their bits, including NaN and infinities.
//
// # Caching a function
//
// [Value] caches the result of a function that depends only on its settings. In a notebook, the function may be
// declared in a cell. It is identified by its source and the source of everything that it refers to there.
//
// Parts in a notebook are kept until the kernel or the headless run ends. In other programs, and in a kernel
// whose values persist between cells, they are kept in the user's cache, igbolab/study below os.UserCacheDir.
// Parts older than thirty days, and the oldest parts beyond 256 MB, are removed. [Cached] lists them, and
// [Clear] removes them.
package workflow
