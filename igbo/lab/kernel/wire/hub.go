package wire

import (
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"strings"
	"sync"

	"github.com/go-zeromq/zmq4"
)

// hub is one of a kernel's sockets: it listens, and knows who is connected. Peers
// that send garbage, do not read or do not greet disturb nobody else.
type hub struct {
	kind     zmq4.SocketType // Router, or Pub
	listener net.Listener
	receive  func(h *hub, id string, frames [][]byte) // is called for each message, from many goroutines

	mu    sync.Mutex
	peers map[*link]map[string]bool // with what they have subscribed to
}

// listen opens a hub.
func listen(c Connection, port int, kind zmq4.SocketType, receive func(h *hub, id string, frames [][]byte)) (*hub, error) {
	network, address := c.address(port)
	listener, err := net.Listen(network, address)
	if err != nil {
		return nil, fmt.Errorf("wire: %w", err)
	}
	if network == "unix" {
		if err := os.Chmod(address, 0o600); err != nil {
			return nil, fmt.Errorf("wire: %w", err)
		}
	}
	h := &hub{kind: kind, listener: listener, receive: receive, peers: map[*link]map[string]bool{}}
	go h.accept()
	return h, nil
}

func (h *hub) accept() {
	for {
		conn, err := h.listener.Accept()
		if err != nil {
			return
		}
		go h.serve(conn)
	}
}

// serve greets a peer and passes on what it sends until it goes.
func (h *hub) serve(conn net.Conn) {
	l, err := open(conn, h.kind, "", true)
	if err != nil {
		_ = conn.Close()
		return
	}
	defer l.close()
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
		frames, command, err := l.receive()
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

// subscribe reads a subscription, or its end: a byte, and the topic.
func (h *hub) subscribe(l *link, frames [][]byte) {
	if len(frames) != 1 || len(frames[0]) == 0 {
		return
	}
	topic := string(frames[0][1:])
	h.mu.Lock()
	switch frames[0][0] {
	case subscribeByte:
		h.peers[l][topic] = true
	case unsubscribeByte:
		delete(h.peers[l], topic)
	}
	h.mu.Unlock()
}

// send sends a message to the peer of that identity.
func (h *hub) send(id string, frames [][]byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for l := range h.peers {
		if l.id == id && !l.send(frames) {
			l.close() // a reply that is lost would let it wait for ever
		}
	}
}

// publish sends a message to all who subscribed to its topic; who does not read gets it not.
func (h *hub) publish(frames [][]byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for l, topics := range h.peers {
		for topic := range topics {
			if strings.HasPrefix(string(frames[0]), topic) {
				l.send(frames)
				break
			}
		}
	}
}

func (h *hub) links() []*link {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := make([]*link, 0, len(h.peers))
	for l := range h.peers {
		all = append(all, l)
	}
	return all
}

func (h *hub) close() {
	_ = h.listener.Close()
	for _, l := range h.links() {
		l.close()
	}
}

// dial connects to one of a kernel's sockets.
func dial(c Connection, port int, kind zmq4.SocketType, id string) (*link, error) {
	network, address := c.address(port)
	conn, err := net.Dial(network, address)
	if err != nil {
		return nil, fmt.Errorf("wire: %w", err)
	}
	l, err := open(conn, kind, id, false)
	if err != nil {
		return nil, err
	}
	if kind == zmq4.Sub {
		l.send([][]byte{{subscribeByte}}) // to everything
	}
	return l, nil
}
