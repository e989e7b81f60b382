// Package cli holds what all commands of igbo share: supervision, signals and exit codes, checks of flags and outputs, and the writing and
// printing of results. A result's files are written atomically, and a command only succeeds if its complete output was written.
package cli
