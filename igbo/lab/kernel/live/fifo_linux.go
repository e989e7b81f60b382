package live

import "golang.org/x/sys/unix"

const fionread = unix.TIOCINQ // FIONREAD by its other name
