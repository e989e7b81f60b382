package delve

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
)

// ErrEnded is returned if Delve has ended.
var ErrEnded = errors.New("delve: the debugger has ended")

// Event is an event of Delve.
type Event struct {
	Name string
	Body json.RawMessage
}

// Answer is Delve's answer to a request.
type Answer struct {
	Success bool            `json:"success"`
	Message string          `json:"message"`
	Body    json.RawMessage `json:"body"`
}

// Client is a connection to a Delve process that runs a program. Its methods can be called from several goroutines.
type Client struct {
	cmd    *exec.Cmd
	conn   net.Conn
	log    bytes.Buffer
	ended  chan struct{} // closed once Delve has ended
	closed chan struct{} // closed once all its events were passed on
	ready  chan struct{} // closed by the event initialized
	once   sync.Once
	on     func(Event)

	mu   sync.Mutex
	seq  int
	wait map[int]chan Answer
}

// Reason returns why a request failed.
func (a Answer) Reason() string {
	var body struct {
		Error struct {
			Format    string            `json:"format"`
			Variables map[string]string `json:"variables"`
		} `json:"error"`
	}
	if json.Unmarshal(a.Body, &body) == nil && body.Error.Format != "" {
		text := body.Error.Format
		for name, value := range body.Error.Variables {
			text = strings.ReplaceAll(text, "{"+name+"}", value)
		}
		return text
	}
	return a.Message
}

// Ask sends a request and waits for its answer. An answer that reports a failure is not an error.
//
// It returns [ErrEnded], the error of ctx, or an error if JSON cannot express the arguments.
func (c *Client) Ask(ctx context.Context, command string, arguments any) (Answer, error) {
	answer := make(chan Answer, 1)
	if err := c.send(command, arguments, answer); err != nil {
		return Answer{}, err
	}
	select {
	case a := <-answer:
		return a, nil
	case <-c.closed:
		select {
		case a := <-answer: // the answer came before the end
			return a, nil
		default:
			return Answer{}, ErrEnded
		}
	case <-ctx.Done():
		return Answer{}, ctx.Err()
	}
}

func (c *Client) send(command string, arguments any, answer chan Answer) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seq++
	text, err := json.Marshal(map[string]any{"seq": c.seq, "type": "request", "command": command, "arguments": arguments})
	if err != nil {
		return fmt.Errorf("delve: %w", err)
	}
	c.wait[c.seq] = answer
	if _, err := fmt.Fprintf(c.conn, "Content-Length: %d\r\n\r\n%s", len(text), text); err != nil {
		return ErrEnded
	}
	return nil
}

// read passes on what Delve sends until the connection ends.
func (c *Client) read() {
	defer close(c.closed)
	in := bufio.NewReader(c.conn)
	for {
		text, err := readMessage(in)
		if err != nil {
			return
		}
		var m struct {
			Answer
			Type    string
			Event   string
			Request int `json:"request_seq"`
		}
		if json.Unmarshal(text, &m) != nil {
			return // the rest of the stream is unusable
		}
		switch {
		case m.Type == "response":
			c.mu.Lock()
			answer := c.wait[m.Request]
			delete(c.wait, m.Request)
			c.mu.Unlock()
			if answer != nil {
				answer <- m.Answer
			}
		case m.Event == "initialized":
			c.once.Do(func() { close(c.ready) })
		case m.Type == "event" && c.on != nil:
			c.on(Event{m.Event, m.Body})
		}
	}
}

// largestMessage is the maximum size of a message, in bytes.
const largestMessage = 64 << 20

// readMessage reads a message after its header.
func readMessage(in *bufio.Reader) ([]byte, error) {
	header, err := textproto.NewReader(in).ReadMIMEHeader()
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(header.Get("Content-Length"))
	if err != nil || n < 0 || n > largestMessage {
		return nil, fmt.Errorf("delve: reading a message: invalid Content-Length %q (must be a number of bytes, at most %d)", header.Get("Content-Length"), largestMessage)
	}
	text := make([]byte, n)
	_, err = io.ReadFull(in, text)
	return text, err
}

// Ended returns a channel that is closed once Delve has sent its last event.
func (c *Client) Ended() <-chan struct{} { return c.closed }

// closeLimit limits the time that Delve may take to end the program and itself.
const closeLimit = 2 * time.Second

// Close ends the program and Delve. The caller must end other processes that the program started.
func (c *Client) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), closeLimit)
	defer cancel()
	_, _ = c.Ask(ctx, "disconnect", map[string]any{"terminateDebuggee": true}) // if Delve does not answer, it is killed
	_ = c.conn.Close()
	select {
	case <-c.ended:
	case <-ctx.Done():
		_ = c.cmd.Process.Kill()
		<-c.ended
	}
	<-c.closed
}
