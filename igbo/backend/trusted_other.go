//go:build !unix

package backend

// trusted trusts every path: this system's rights are not those of a mode.
func trusted(string) error { return nil }
