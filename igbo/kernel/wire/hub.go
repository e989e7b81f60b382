package wire

import (
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-zeromq/zmq4"
)

// Hub is one of a kernel's sockets: it listens and manages its connections. A client that sends invalid data, or does not read or
// greet, does not affect the others.
type Hub struct {
	kind     zmq4.SocketType // zmq4.Router or zmq4.Pub
	listener net.Listener
	receive  func(h *Hub, id string, frames [][]byte) // called for each message, from many goroutines

	mu    sync.Mutex
	peers map[*Link]map[string]bool // their subscriptions
}

// Listen opens a hub. It calls receive for each message, with the identity of the sender, from many goroutines. It returns an error if the
// port is in use.
func Listen(c Connection, port int, receive func(h *Hub, id string, frames [][]byte)) (*Hub, error) {
	network, address := c.Address(port)
	listener, err := net.Listen(network, address)
	if err != nil {
		return nil, fmt.Errorf("wire: %w", err)
	}
	if network == "unix" {
		if err := os.Chmod(address, 0o600); err != nil {
			return nil, fmt.Errorf("wire: %w", err)
		}
	}
	kind, _ := c.sockets(port)
	h := &Hub{kind: kind, listener: listener, receive: receive, peers: map[*Link]map[string]bool{}}
	go h.accept()
	return h, nil
}

// acceptPause is the time until the next attempt after a connection could not be accepted.
const acceptPause = 10 * time.Millisecond

func (h *Hub) accept() {
	for {
		conn, err := h.listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil { // such as too many open files
			time.Sleep(acceptPause)
			continue
		}
		go h.serve(conn)
	}
}

// serve greets a client and passes on its messages until it disconnects.
func (h *Hub) serve(conn net.Conn) {
	l, err := open(conn, h.kind, "", true)
	if err != nil {
		_ = conn.Close()
		return
	}
	defer l.Close()
	if l.id == "" {
		l.id = rand.Text()
	}
	h.mu.Lock()
	h.peers[l] = map[string]bool{}
	h.mu.Unlock()
	defer func() {
		h.mu.Lock()
		delete(h.peers, l)
		h.mu.Unlock()
	}()
	for {
		frames, command, err := l.Receive()
		switch {
		case err != nil:
			return
		case h.kind == zmq4.Pub:
			h.subscribe(l, frames)
		case !command:
			h.receive(h, l.id, frames)
		}
	}
}

// Limits of a client's subscriptions. Front ends subscribe to everything.
const (
	maximalTopics = 1024
	longestTopic  = 1024 // bytes
)

// subscribe handles a subscription or its end: a byte, and the topic. Subscriptions beyond the limits are ignored.
func (h *Hub) subscribe(l *Link, frames [][]byte) {
	if len(frames) != 1 || len(frames[0]) == 0 {
		return
	}
	topic := string(frames[0][1:])
	h.mu.Lock()
	switch frames[0][0] {
	case subscribeByte:
		if len(topic) <= longestTopic && len(h.peers[l]) < maximalTopics {
			h.peers[l][topic] = true
		}
	case unsubscribeByte:
		delete(h.peers[l], topic)
	}
	h.mu.Unlock()
}

// Send sends a message to the client with an identity.
func (h *Hub) Send(id string, frames [][]byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for l := range h.peers {
		if l.id == id && !l.Send(frames) {
			l.Close() // otherwise the client would wait forever for a lost reply
		}
	}
}

// Publish sends a message to all subscribers of its topic. Clients that do not read miss it.
func (h *Hub) Publish(frames [][]byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for l, topics := range h.peers {
		for topic := range topics {
			if strings.HasPrefix(string(frames[0]), topic) {
				l.Send(frames)
				break
			}
		}
	}
}

// Flush waits until all queued messages are written, at most for limit for each client.
func (h *Hub) Flush(limit time.Duration) {
	for _, l := range h.links() {
		l.Flush(limit)
	}
}

func (h *Hub) links() []*Link {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Collect(maps.Keys(h.peers))
}

// Close ends the hub and its connections.
func (h *Hub) Close() {
	_ = h.listener.Close()
	for _, l := range h.links() {
		l.Close()
	}
}

// Dial connects to one of a kernel's sockets as a client with an identity. It returns an error if nobody listens, or the other end does not
// use ZMTP.
func Dial(c Connection, port int, id string) (*Link, error) {
	network, address := c.Address(port)
	conn, err := net.Dial(network, address)
	if err != nil {
		return nil, fmt.Errorf("wire: %w", err)
	}
	_, kind := c.sockets(port)
	l, err := open(conn, kind, id, false)
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	if kind == zmq4.Sub {
		l.Send([][]byte{{subscribeByte}}) // subscribe to everything
	}
	return l, nil
}
