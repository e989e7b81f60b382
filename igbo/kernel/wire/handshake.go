package wire

import (
	"errors"
	"fmt"
	"net"
)

// limited is a connection during the ZMTP handshake, in which one short command follows the greeting. It refuses longer commands, which
// could have any size.
type limited struct {
	net.Conn
	at *int
}

// greetingSize is the size of a greeting of ZMTP 3; the byte after it contains the flags of the first frame.
const greetingSize = 64

func (l limited) Read(p []byte) (int, error) {
	n, err := l.Conn.Read(p)
	if i := greetingSize - *l.at; i >= 0 && i < n && p[i]&flagLong != 0 {
		return 0, errors.New("wire: the handshake message of the connection is too large")
	}
	*l.at += n
	return n, err
}

// asError turns a panic caused by received data into an error.
func asError(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("wire: reading the handshake message of the connection: %v", r)
	}
}
