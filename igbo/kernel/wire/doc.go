// Package wire implements Jupyter's protocol for kernels.
//
// A [Client] starts a kernel, or connects to one, and runs cells. On the kernel's side, a [Hub] manages each socket on which the kernel
// listens, and a [Link] each connection. The package only returns messages with a valid signature.
//
// It does not trust other processes: it limits sizes, queues and the time of a handshake, and a process that does not read delays no other.
package wire
