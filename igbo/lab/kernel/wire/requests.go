package wire

import (
	"context"
	"encoding/json"
	"fmt"
)

// Info is what a kernel says of itself.
type Info struct {
	Protocol       string `json:"protocol_version"`
	Implementation string `json:"implementation"`
	Version        string `json:"implementation_version"`
	Banner         string `json:"banner"`
	Language       struct {
		Name    string `json:"name"`
		Version string `json:"version"`
		File    string `json:"file_extension"`
	} `json:"language_info"`
}

// Info asks the kernel what it is; the first answer tells that it is ready.
func (c *Client) Info(ctx context.Context) (Info, error) {
	var info Info
	err := c.ask(ctx, false, "kernel_info_request", "kernel_info_reply", struct{}{}, &info)
	return info, err
}

// IsComplete asks whether code is complete, incomplete, invalid or unknown, as consoles do.
func (c *Client) IsComplete(ctx context.Context, code string) (status string, err error) {
	var reply struct{ Status string }
	err = c.ask(ctx, false, "is_complete_request", "is_complete_reply", map[string]string{"code": code}, &reply)
	return reply.Status, err
}

// Interrupt asks the kernel to end the cell that runs, and returns once it is told so.
func (c *Client) Interrupt(ctx context.Context) error {
	return c.ask(ctx, true, "interrupt_request", "interrupt_reply", struct{}{}, nil)
}

// Shutdown asks the kernel to end, and returns once it says that it does.
func (c *Client) Shutdown(ctx context.Context, restart bool) error {
	return c.ask(ctx, true, "shutdown_request", "shutdown_reply", map[string]bool{"restart": restart}, nil)
}

// ask sends a request and decodes its reply's content.
func (c *Client) ask(ctx context.Context, control bool, request, reply string, content, into any) error {
	m, err := NewMessage(request, c.session, nil, content)
	if err != nil {
		return err
	}
	var answer *Message
	err = c.Send(ctx, control, m, func(m *Message) bool {
		answer = m
		return m.Header.Type == reply
	})
	if err != nil || into == nil {
		return err
	}
	if err := json.Unmarshal(answer.Content, into); err != nil {
		return fmt.Errorf("wire: %s: %w", reply, err)
	}
	return nil
}

// Request sends a request of any type on the channel shell and decodes the content of its reply,
// a message whose type ends in _reply.
func (c *Client) Request(ctx context.Context, kind string, content, into any) error {
	reply := kind[:max(0, len(kind)-len("request"))] + "reply"
	return c.ask(ctx, false, kind, reply, content, into)
}
