// Package delve installs Delve, the debugger for Go, and runs programs under it.
//
// [Tool.Get] installs the release [Version] on first use. [Start] launches a program that waits at its start while the caller sets
// breakpoints. The request configurationDone starts it. Requests, answers and events follow the Debug Adapter Protocol (DAP):
// https://microsoft.github.io/debug-adapter-protocol/specification.
package delve
