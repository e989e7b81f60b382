// Package durable writes files and folders that are there whole or not at
// all, tells damaged folders from whole ones, and keeps two processes from
// writing to one folder.
//
// In flow content and paths; out flow files. Nothing here knows what the
// files mean.
//
// # How a write happens
//
// Content goes into a draft in the same folder, reaches the disk (fsync) and
// then takes its place in one rename. A process that is killed, or a disk that
// is full, leaves the former content as it was. Modes are those that os.Create
// and os.Mkdir would give, so the umask counts.
//
// # Hidden files
//
// While a write lasts, its folder holds
//
//	.igbo-ID.tmp    the draft, a file or a folder
//	.igbo-ID.lock   held by the writer; the operating system lets go of it when the writer ends, however it ends
//	.igbo-ID.old    a replaced folder, for a moment, where two folders cannot be exchanged at once
//
// ID is 16 hexadecimal digits. A killed writer leaves them, and the next write
// into the folder, or Recover, removes them, once their lock is free: the draft
// of a writer that lives is never touched. Lock keeps .igbo.lock in a folder
// while it is held.
//
// # The manifest
//
// A folder that WriteFolder wrote holds the file SHA256SUMS, written last:
// each file's SHA-256, which `sha256sum -c SHA256SUMS` checks as well, and the
// manifest's own digest.
//
// # Errors
//
// They are an *fs.PathError, a *LockedError or a *DamageError and name the file
// or folder; the caller adds its own name.
package durable
