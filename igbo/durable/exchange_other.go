//go:build !linux

package durable

import "errors"

// exchange swaps two folders in one step: not here.
func exchange(_, _ string) error { return errors.ErrUnsupported }
