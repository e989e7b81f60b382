// Package ledger records which files igbo wrote, and locks the files and folders that igbo is writing.
//
// Records and locks are in the user's cache, by the real path of the file or folder, so no files are added next to the user's files. Mine
// reports whether a file is as igbo wrote it. Lock keeps other processes of this user from writing to a path until it is released or the
// process ends. Without a cache folder nothing is recorded or locked.
package ledger
