//go:build !unix

package backend

// trusted accepts every path: file modes do not describe access rights on this system.
func trusted(string) error { return nil }
