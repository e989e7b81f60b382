//go:build !linux

package stdin

import "errors"

// Supported returns false: the system does not show what its processes wait for.
func Supported() bool { return false }

// Visible returns false on this platform.
func Visible(int) bool { return false }

// Pipe returns "" on this platform.
func Pipe(int) string { return "" }

// Waits returns false on this platform.
func Waits(int, string) bool { return false }

// Write returns an error on this platform.
func Write(int, string) error { return errors.ErrUnsupported }
