//go:build unix && !linux

package live

const fionread = 0x4004667f // FIONREAD of the BSDs and of macOS
