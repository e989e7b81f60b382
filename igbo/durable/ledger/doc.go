// Package ledger records which files igbo wrote, and locks the files and folders that igbo is writing.
//
// Records and locks are stored in the user's cache under the real path of the file or folder, so nothing is
// added next to the user's files. [Mine] reports whether a file is as igbo wrote it. [Lock] keeps other
// processes of the same user from writing to a path. Without a cache folder, nothing is recorded or locked.
package ledger
