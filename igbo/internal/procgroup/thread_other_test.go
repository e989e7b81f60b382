//go:build unix && !linux

package procgroup

func endFirstThread() {}
