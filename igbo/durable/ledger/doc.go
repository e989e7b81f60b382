// Package ledger remembers which files igbo wrote and which files and folders igbo writes at this moment.
//
// Both are kept in the user's cache, by the real path of the file or folder, so nothing is left beside the user's files.
// Mine reports whether a file is as igbo left it. Lock keeps other processes of this user from writing to a path until it
// is released or the process ends. Without a cache folder nothing is remembered and nothing is locked.
package ledger
