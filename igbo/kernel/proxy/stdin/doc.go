// Package stdin finds out whether a process waits for its standard input, and writes to it. The kernel uses it to ask the front end exactly
// when a cell reads. Only Linux provides this information; [Supported] reports it.
package stdin
