// Package study runs a study once: [Once] keeps what it found in a file whose
// name is a digest of everything the value depends on, and answers from the
// file the next time. In flow a function and its settings; out flows its value.
//
// The digest holds the study's name, its settings, the backend, the Go release
// and build settings, and the code: in a notebook cell the sources of the
// library and the checksums of the modules, in any other program the program
// itself. So a changed setting or a changed line of code is another value, and
// no answer is ever stale. What has no digest is computed every time: settings
// that hold a function, code that changed while it was being built. A study
// that is a function literal is refused.
//
// In a notebook the files live as long as its kernel, elsewhere in the user's
// cache for up to thirty days. [Kept] lists them, [Clear] removes them.
package study
