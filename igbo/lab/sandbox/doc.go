// Package sandbox runs an untrusted program with limits, isolated from everything else.
//
// [Sandbox.Run] takes a program that needs no other file, and its environment. It returns an [Outcome]: the output, truncated at a limit,
// and how the program ended.
//
// On Linux the program has its own namespaces. It can access these files: itself, /dev/null, /dev/urandom, and a folder in memory of a
// fixed size. It sees only its own processes, which all end with it, and has no network. If the caller is root, the program runs as a user
// who owns nothing. Otherwise it runs as the caller, in a namespace without rights. Time, memory, processes and output are limited. Other
// systems only limit time and output. [Sandbox.String] describes what this machine supports.
//
// The caller's program enters the sandbox before it executes the untrusted program: [Open] takes the command that calls [Enter].
package sandbox
