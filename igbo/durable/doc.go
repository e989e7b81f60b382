// Package durable writes files and folders atomically, detects damaged folders, and prevents two processes from
// writing to the same folder. Use it for output that must survive a killed process or a full disk.
//
// # Writing
//
// Content is first written to a temporary file in the same folder and flushed to disk (fsync). The temporary
// file then replaces the target with a single rename. If the process is killed or the disk is full, the earlier
// content remains. Modes are those of os.Create and os.Mkdir, so the umask applies.
//
// # Hidden files
//
// During a write, the folder contains these files:
//
//	.igbo-ID.tmp    the temporary file or folder
//	.igbo-ID.lock   a file that the writer locks; the operating system releases the lock when the writer ends
//	.igbo-ID.old    a replaced folder, briefly, if the system cannot exchange two folders at once
//
// ID is 16 hexadecimal digits. A killed writer leaves these files behind. The next write to the folder, or
// [Recover], removes them if their lock is free, so it never touches the files of a running writer. [Lock]
// creates .igbo.lock in a folder while it holds the lock.
//
// # The manifest
//
// A folder that [WriteFolder] wrote contains the file SHA256SUMS, which is written last. It lists the SHA-256
// of each file, which `sha256sum -c SHA256SUMS` also checks, and the manifest's own digest.
//
// # Errors
//
// Errors are of type *fs.PathError, [*LockedError] or [*DamageError] and name the file or folder. They have no
// package prefix.
package durable
