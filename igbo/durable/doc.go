// Package durable writes files and folders atomically, detects damaged folders, and prevents two processes from writing to one
// folder. Use it for output that must survive a killed process or a full disk.
//
// # How a write happens
//
// Content is written to a temporary file in the same folder, reaches the disk (fsync), and then replaces the target with one
// rename. If the process is killed or the disk is full, the earlier content stays. Modes are those of os.Create and os.Mkdir, so
// the umask applies.
//
// # Hidden files
//
// During a write its folder contains
//
//	.igbo-ID.tmp    the temporary file or folder
//	.igbo-ID.lock   a file that the writer locks; the operating system releases the lock when the writer ends
//	.igbo-ID.old    a replaced folder, for a moment, if the system cannot exchange two folders at once
//
// ID is 16 hexadecimal digits. A killed writer leaves these files. The next write into the folder, or Recover, removes them if
// their lock is free, so it never touches the files of a running writer. Lock creates .igbo.lock in a folder while it holds the
// lock.
//
// # The manifest
//
// A folder that WriteFolder wrote contains the file SHA256SUMS, which is written last. It lists the SHA-256 of each file, which
// `sha256sum -c SHA256SUMS` checks too, and the manifest's own digest.
//
// # Errors
//
// Errors are an *fs.PathError, a *LockedError or a *DamageError, and name the file or folder. They have no package prefix.
package durable
