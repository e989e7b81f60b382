// Package workcopy keeps a folder of the user's own beside the course: a copy
// of its notebooks, pictures and solutions to work in, so that neither a checkout
// nor the read-only module cache changes.
//
// What flows in: the course's folder and the user's. What flows out: files in the
// user's folder, and a [Report] of what was done with each.
//
// [Update] writes what is new, brings up to date what the user has not changed,
// and leaves alone what they have changed, deleted, or put there themselves.
// What a person writes counts: a notebook that was run, and saved with other
// outputs, is not changed. [Refresh] puts fresh copies in place and keeps the
// user's own beside them under a name with the date and time.
//
// The file .igbolab.json in the folder records the digests of what was handed
// out. It is written last, each file whole or not at all: what an interrupted
// call has written is recognised by the next one. Without the record, or with a
// damaged one, every file that differs from the course is taken for the user's.
// A symbolic link in the folder is the user's, and nothing is written through it.
package workcopy
