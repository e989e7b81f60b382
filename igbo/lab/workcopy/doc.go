// Package workcopy maintains a copy of the course in a folder of the user, with its notebooks, pictures and solutions. Neither the checkout
// nor the read-only module cache is modified.
//
// [Update] copies new files and updates those that the user has not changed. It does not touch files that the user changed, deleted or
// added. Only text that a person writes counts: a notebook that was run, and saved with other outputs, is not changed. [Refresh] replaces
// files by new copies and renames the user's, with the date and time in the name. Both return a [Report] with what was done to each file.
//
// The file .igbolab.json in the folder records the digests of the copies. It is written last, and all files are written atomically: the
// next call recognises what an interrupted call has written. Without a valid record, every file that differs from the course counts as the
// user's. A symbolic link in the folder is the user's, and nothing is written through it.
package workcopy
