//go:build !amd64 && !arm64

package vector

func found() []*Set { return nil }
