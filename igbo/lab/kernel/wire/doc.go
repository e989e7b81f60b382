// Package wire speaks Jupyter's protocol for kernels.
//
// What flows in: a connection file, and messages of whoever connects, who may be
// anybody. What flows out: messages whose signature is right. A [Client] starts a
// kernel, or connects to one, and runs cells. Its counterparts are a [Hub] for each
// socket on which a kernel listens, and a [Link] for each connection.
//
// Nothing here trusts a peer: sizes, queues and the time of a handshake are bounded, and a peer that
// does not read holds up nobody else.
package wire
