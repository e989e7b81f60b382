package wire

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"github.com/go-zeromq/zmq4"
	"github.com/go-zeromq/zmq4/security/null"
)

const (
	maximalMessage  = 256 << 20       // bytes; a larger message ends the connection
	maximalFrames   = 4096            // frames of one message
	maximalBacklog  = 64 << 20        // bytes queued for a client that does not read
	frameCost       = 64              // bytes that a queued frame takes in addition to its content
	handshakeLimit  = 5 * time.Second // a client that sends nothing is disconnected
	identityOfPeer  = "Identity"
	flagMore        = 1
	flagLong        = 2
	flagCommand     = 4
	subscribeByte   = 1
	unsubscribeByte = 0
)

// Link is one ZMTP connection. It never blocks the sender: the queue for a client that does not read is bounded.
type Link struct {
	id   string // identity of the other end
	conn net.Conn
	in   *bufio.Reader

	mu      sync.Mutex
	wake    *sync.Cond
	waiting [][][]byte
	size    int
	closed  bool
}

// open performs the ZMTP handshake.
func open(conn net.Conn, kind zmq4.SocketType, id string, server bool) (l *Link, err error) {
	defer asError(&err)
	if err := conn.SetDeadline(time.Now().Add(handshakeLimit)); err != nil {
		return nil, fmt.Errorf("wire: %w", err)
	}
	opened, err := zmq4.Open(limited{conn, new(int)}, null.Security(), kind, zmq4.SocketIdentity(id), server, nil)
	if err != nil {
		return nil, fmt.Errorf("wire: %w", err)
	}
	if err := conn.SetDeadline(time.Time{}); err != nil {
		return nil, fmt.Errorf("wire: %w", err)
	}
	l = &Link{id: opened.Peer.Meta[identityOfPeer], conn: conn, in: bufio.NewReaderSize(conn, 64<<10)}
	l.wake = sync.NewCond(&l.mu)
	go l.write()
	return l, nil
}

// Send queues a message. It returns false if the client has disconnected, or was dropped because it did not read.
func (l *Link) Send(frames [][]byte) bool {
	n := 0
	for _, f := range frames {
		n += len(f) + frameCost
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed || l.size+n > maximalBacklog && l.size > 0 {
		return false
	}
	l.waiting, l.size = append(l.waiting, frames), l.size+n
	l.wake.Signal()
	return true
}

// Flush waits until all queued messages are written, at most for limit.
func (l *Link) Flush(limit time.Duration) {
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(time.Millisecond) {
		l.mu.Lock()
		done := l.size == 0 || l.closed
		l.mu.Unlock()
		if done {
			return
		}
	}
}

// Close ends the connection. Queued messages are lost.
func (l *Link) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	l.wake.Signal()
	_ = l.conn.Close()
}

func (l *Link) write() {
	for {
		l.mu.Lock()
		for len(l.waiting) == 0 && !l.closed {
			l.wake.Wait()
		}
		if l.closed {
			l.mu.Unlock()
			return
		}
		frames := l.waiting[0]
		l.waiting = l.waiting[1:]
		l.mu.Unlock()
		text := marshal(frames)
		if _, err := l.conn.Write(text); err != nil {
			l.Close()
			return
		}
		l.mu.Lock()
		for _, f := range frames {
			l.size -= len(f) + frameCost
		}
		l.mu.Unlock()
	}
}

// marshal encodes frames by ZMTP.
func marshal(frames [][]byte) []byte {
	var text []byte
	for i, f := range frames {
		var flags byte
		if i < len(frames)-1 {
			flags |= flagMore
		}
		if len(f) > 255 {
			text = binary.BigEndian.AppendUint64(append(text, flags|flagLong), uint64(len(f)))
		} else {
			text = append(text, flags, byte(len(f)))
		}
		text = append(text, f...)
	}
	return text
}

// Receive reads one message or command. It returns an error if the connection has ended, or if the data violate ZMTP.
func (l *Link) Receive() (frames [][]byte, command bool, err error) {
	for total := 0; ; {
		flags, err := l.in.ReadByte()
		if err != nil {
			return nil, false, err
		}
		size, err := readSize(l.in, flags&flagLong != 0)
		if err != nil {
			return nil, false, err
		}
		if size > maximalMessage-uint64(total) || len(frames) == maximalFrames {
			return nil, false, fmt.Errorf("wire: the message is too large (max %d bytes and %d frames)", maximalMessage, maximalFrames)
		}
		total += int(size)
		body, err := readBody(l.in, int(size))
		if err != nil {
			return nil, false, err
		}
		frames = append(frames, body)
		if flags&flagMore == 0 {
			return frames, flags&flagCommand != 0, nil
		}
	}
}

func readSize(in *bufio.Reader, long bool) (uint64, error) {
	if !long {
		b, err := in.ReadByte()
		return uint64(b), err
	}
	var b [8]byte
	_, err := io.ReadFull(in, b[:])
	return binary.BigEndian.Uint64(b[:]), err
}

// readBody allocates memory only as the bytes arrive, so an announced size takes no memory.
func readBody(in io.Reader, size int) ([]byte, error) {
	const step = 1 << 20
	body := make([]byte, 0, min(size, step))
	for len(body) < size {
		n := min(size-len(body), step)
		body = append(body, make([]byte, n)...)
		if _, err := io.ReadFull(in, body[len(body)-n:]); err != nil {
			return nil, err
		}
	}
	return body, nil
}
