package wire

import (
	"errors"
	"fmt"
	"net"
)

// limited is a connection during the handshake of ZMTP: after the greeting comes one short
// command. A peer that announces a long one, which could be of any size, is refused.
type limited struct {
	net.Conn
	at *int
}

// greetingSize is that of ZMTP 3; the byte after it holds the flags of the first frame.
const greetingSize = 64

func (l limited) Read(p []byte) (int, error) {
	n, err := l.Conn.Read(p)
	if i := greetingSize - *l.at; i >= 0 && i < n && p[i]&flagLong != 0 {
		return 0, errors.New("wire: a handshake that is too long")
	}
	*l.at += n
	return n, err
}

// asError turns a panic over what a peer said into an error.
func asError(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("wire: the peer's handshake is damaged: %v", r)
	}
}
