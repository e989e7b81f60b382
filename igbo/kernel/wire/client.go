package wire

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Client is a front end of one kernel. Its methods can be called concurrently; cells run in the order of the calls.
type Client struct {
	// Input answers a cell that asks for a line of text. If it is nil, the request is refused, and the cell reads an empty line.
	Input func(prompt string, password bool) string

	key                            []byte
	session                        string
	shell, control, stdin, publish *Link

	mu      sync.Mutex
	pending map[string]chan *Message // messages for pending requests, by their IDs
	dead    chan struct{}            // closed once the kernel has closed the connection
	once    sync.Once
}

// ErrKernelGone is returned if the kernel closes the connection before it replies.
var ErrKernelGone = errors.New("wire: the kernel closed the connection")

// Connect connects to a kernel that listens, or will soon, and waits until it answers. It returns [ErrKernelGone] or the error of ctx.
func Connect(ctx context.Context, c Connection) (*Client, error) {
	client := &Client{key: []byte(c.Key), session: rand.Text(), pending: map[string]chan *Message{}, dead: make(chan struct{})}
	for _, to := range []struct {
		link *(*Link)
		port int
	}{{&client.shell, c.ShellPort}, {&client.control, c.ControlPort}, {&client.stdin, c.StdinPort}, {&client.publish, c.IOPubPort}} {
		l, err := DialPatiently(ctx, c, to.port, client.session)
		if err != nil {
			client.Close()
			return nil, err
		}
		*to.link = l
	}
	for _, l := range []*Link{client.shell, client.control, client.publish} {
		go client.listen(l)
	}
	go client.hear(client.stdin, client.answer)
	if err := client.meet(ctx); err != nil {
		client.Close()
		return nil, err
	}
	return client, nil
}

// meet repeats a request until the kernel's outputs arrive, because a subscription can reach the kernel later than a request.
func (c *Client) meet(ctx context.Context) error {
	for {
		soon, stop := context.WithTimeout(ctx, 50*time.Millisecond)
		m, err := NewMessage("kernel_info_request", c.session, nil, struct{}{})
		if err == nil {
			err = c.Send(soon, false, m, func(m *Message) bool { return m.Header.Type == "status" })
		}
		stop()
		if err == nil || ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
	}
}

// DialPatiently connects as [Dial] does, and retries until the kernel listens. It returns the error of ctx, with that of the last attempt.
func DialPatiently(ctx context.Context, c Connection, port int, id string) (*Link, error) {
	for {
		l, err := Dial(c, port, id)
		if err == nil {
			return l, nil
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), err)
		case <-time.After(2 * time.Millisecond):
		}
	}
}

// Close closes the connections; the kernel keeps running.
func (c *Client) Close() {
	for _, l := range []*Link{c.shell, c.control, c.stdin, c.publish} {
		if l != nil {
			l.Close()
		}
	}
}

// hear receives the messages of a link until it ends.
func (c *Client) hear(l *Link, take func(*Message)) {
	for {
		frames, _, err := l.Receive()
		if err != nil {
			return
		}
		if m, err := Decode(frames, c.key); err == nil {
			take(m)
		}
	}
}

// listen delivers replies and outputs to pending requests.
func (c *Client) listen(l *Link) {
	defer c.once.Do(func() { close(c.dead) })
	c.hear(l, func(m *Message) {
		c.mu.Lock()
		r := c.pending[m.Parent.ID]
		c.mu.Unlock()
		if r != nil {
			r <- m
		}
	})
}

// answer replies to a cell's question on the channel stdin.
func (c *Client) answer(m *Message) {
	if m.Header.Type != "input_request" {
		return
	}
	var asked struct {
		Prompt   string
		Password bool
	}
	_ = json.Unmarshal(m.Content, &asked) // a malformed question is answered like an empty one
	value := ""
	if c.Input != nil {
		value = c.Input(asked.Prompt, asked.Password)
	}
	m.Identities = nil
	if reply, err := NewMessage("input_reply", c.session, m, map[string]string{"value": value}); err == nil {
		c.stdin.Send(Encode(reply, c.key))
	}
}

// Send sends a message on the channel shell, or control if set. It returns the messages about it from all channels, in order of arrival, up
// to the first for which stop returns true.
//
// It returns [ErrKernelGone] or the error of ctx.
func (c *Client) Send(ctx context.Context, control bool, m *Message, stop func(*Message) bool) error {
	r := make(chan *Message, 1024)
	c.mu.Lock()
	c.pending[m.Header.ID] = r
	c.mu.Unlock()
	defer c.forget(m.Header.ID, r)
	to := c.shell
	if control {
		to = c.control
	}
	if !to.Send(Encode(m, c.key)) {
		return ErrKernelGone
	}
	for {
		select {
		case m := <-r:
			if stop(m) {
				return nil
			}
		case <-ctx.Done():
			return fmt.Errorf("wire: %w", ctx.Err())
		case <-c.dead:
			for len(r) > 0 {
				if stop(<-r) {
					return nil
				}
			}
			return ErrKernelGone
		}
	}
}

// forget receives the remaining messages for a request, so no sender blocks.
func (c *Client) forget(id string, r <-chan *Message) {
	c.mu.Lock()
	delete(c.pending, id)
	c.mu.Unlock()
	go func() {
		for {
			select {
			case <-r:
			case <-time.After(time.Second):
				return
			}
		}
	}()
}
