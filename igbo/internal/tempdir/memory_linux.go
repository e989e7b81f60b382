package tempdir

import "golang.org/x/sys/unix"

// memory returns Linux's file system in memory, and reports whether it exists, has enough room and can run programs.
func memory() (place string, ok bool) {
	const shared = "/dev/shm"
	var s unix.Statfs_t
	if err := unix.Statfs(shared, &s); err != nil || s.Type != unix.TMPFS_MAGIC || s.Flags&unix.ST_NOEXEC != 0 {
		return "", false
	}
	return shared, s.Bavail*uint64(s.Bsize) >= space
}
