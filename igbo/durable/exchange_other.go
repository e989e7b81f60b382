//go:build !linux

package durable

import "errors"

// exchange would swap two folders in one step; this system cannot.
func exchange(_, _ string) error { return errors.ErrUnsupported }
