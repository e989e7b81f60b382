// Package sandbox runs the program of a stranger with limits, apart from everything else.
//
// What flows in: a program that needs no other file, and its environment ([Sandbox.Run]). What flows
// out: what it printed, cut at a limit, and how it ended ([Outcome]).
//
// On Linux the program has namespaces of its own: of files it sees itself, /dev/null, /dev/urandom and a folder in
// memory of a fixed size; of processes, its own, which all end with it; and no network. Where the caller is
// root, it runs as a user who owns nothing; else as the caller, in a namespace in which he has no rights. Time,
// memory, processes and output are bounded. On other systems time and output are, and nothing else.
// [Sandbox.String] says which of all this can be had on this machine.
//
// The caller's own program enters the sandbox before it becomes the stranger's: [Open] gets the command that calls [Enter].
package sandbox
