package wire

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// Interrupt asks the kernel to end the running cell, and returns once the kernel has received the request.
func (c *Client) Interrupt(ctx context.Context) error {
	return c.ask(ctx, true, "interrupt_request", struct{}{}, nil)
}

// Shutdown asks the kernel to end, and returns once the kernel has confirmed.
func (c *Client) Shutdown(ctx context.Context, restart bool) error {
	return c.ask(ctx, true, "shutdown_request", map[string]bool{"restart": restart}, nil)
}

// Request sends a request of any type on the channel shell and decodes the content of its reply,
// a message whose type ends in _reply.
func (c *Client) Request(ctx context.Context, kind string, content, into any) error {
	return c.ask(ctx, false, kind, content, into)
}

// ask sends a request and decodes its reply's content.
func (c *Client) ask(ctx context.Context, control bool, request string, content, into any) error {
	m, err := NewMessage(request, c.session, nil, content)
	if err != nil {
		return err
	}
	reply := strings.TrimSuffix(request, "request") + "reply"
	var answer *Message
	err = c.Send(ctx, control, m, func(m *Message) bool {
		answer = m
		return m.Header.Type == reply
	})
	if err != nil || into == nil {
		return err
	}
	if err := json.Unmarshal(answer.Content, into); err != nil {
		return fmt.Errorf("wire: reading the %s: %w", reply, err)
	}
	return nil
}
