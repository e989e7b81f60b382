//go:build unix && !linux

package session

func endFirstThread() {}
