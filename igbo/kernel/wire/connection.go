package wire

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"strconv"

	"github.com/go-zeromq/zmq4"

	"github.com/igbolab/igbolab/igbo/durable"
)

// Connection is the content of a connection file: a kernel's addresses, and the key that signs messages.
type Connection struct {
	Transport       string `json:"transport"` // tcp or ipc
	IP              string `json:"ip"`        // address; with ipc, the first part of the sockets' paths
	ShellPort       int    `json:"shell_port"`
	IOPubPort       int    `json:"iopub_port"`
	StdinPort       int    `json:"stdin_port"`
	ControlPort     int    `json:"control_port"`
	HeartbeatPort   int    `json:"hb_port"`
	SignatureScheme string `json:"signature_scheme"` // hmac-sha256
	Key             string `json:"key"`              // if empty, messages are not signed
}

// ReadConnection reads a connection file. It returns an error if the file is missing or not JSON, or if its transport or signature scheme
// is unsupported.
func ReadConnection(path string) (Connection, error) {
	var c Connection
	text, err := os.ReadFile(path)
	if err != nil {
		return c, fmt.Errorf("wire: %w", err)
	}
	if err := json.Unmarshal(text, &c); err != nil {
		return c, fmt.Errorf("wire: reading %s: %w", path, err)
	}
	if c.Transport != "tcp" && c.Transport != "ipc" {
		return c, fmt.Errorf("wire: reading %s: unsupported transport %q (must be tcp or ipc)", path, c.Transport)
	}
	if c.Key != "" && c.SignatureScheme != "" && c.SignatureScheme != SignatureScheme {
		return c, fmt.Errorf("wire: reading %s: unsupported signature scheme %q (must be %s)", path, c.SignatureScheme, SignatureScheme)
	}
	return c, nil
}

// NewConnection returns a connection with a random key and five free ports of 127.0.0.1.
func NewConnection() (Connection, error) {
	c := Connection{Transport: "tcp", IP: "127.0.0.1", SignatureScheme: SignatureScheme, Key: rand.Text()}
	for _, port := range []*int{&c.ShellPort, &c.IOPubPort, &c.StdinPort, &c.ControlPort, &c.HeartbeatPort} {
		l, err := net.Listen("tcp", c.IP+":0")
		if err != nil {
			return c, fmt.Errorf("wire: finding a free port: %w", err)
		}
		defer l.Close() // all are open until the last one is chosen, so no port occurs twice
		*port = l.Addr().(*net.TCPAddr).Port
	}
	return c, nil
}

// Write writes the connection file atomically, with mode 0600.
func (c Connection) Write(path string) error {
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return fmt.Errorf("wire: %w", err)
	}
	if err := durable.WriteFile(path, text, 0o600); err != nil {
		return fmt.Errorf("wire: %w", err)
	}
	return nil
}

// sockets returns the socket type of one of a kernel's sockets, and of its clients.
func (c Connection) sockets(port int) (kernel, peer zmq4.SocketType) {
	if port == c.IOPubPort {
		return zmq4.Pub, zmq4.Sub
	}
	return zmq4.Router, zmq4.Dealer
}

// Address returns the network and the address of one of the kernel's sockets.
func (c Connection) Address(port int) (network, address string) {
	if c.Transport == "ipc" {
		return "unix", c.IP + "-" + strconv.Itoa(port)
	}
	return "tcp", net.JoinHostPort(c.IP, strconv.Itoa(port))
}
