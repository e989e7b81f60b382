//go:build unix

package proxy

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// echoVariable makes the proxy run an engine that sends comms back, with their buffers.
const echoVariable = "WIRE_TEST_ECHO"

// echoEngine is a minimal engine that the proxy accepts.
func echoEngine(connection string) {
	c, err := wire.ReadConnection(connection)
	if err != nil {
		panic(err)
	}
	outputs, err := wire.Listen(c, c.IOPubPort, nil)
	if err != nil {
		panic(err)
	}
	publish := func(m *wire.Message, kind string, content any, buffers [][]byte) {
		out, err := wire.NewMessage(kind, m.Header.Session, m, content)
		if err != nil {
			panic(err)
		}
		out.Identities, out.Buffers = [][]byte{[]byte("topic")}, buffers
		outputs.Publish(wire.Encode(out, nil))
	}
	shell := func(h *wire.Hub, id string, frames [][]byte) {
		m, err := wire.Decode(frames, nil)
		if err != nil {
			panic(err)
		}
		reply := func(kind string, content any) {
			out, err := wire.NewMessage(kind, m.Header.Session, m, content)
			if err != nil {
				panic(err)
			}
			h.Send(id, wire.Encode(out, nil))
		}
		switch m.Header.Type {
		case "kernel_info_request":
			reply("kernel_info_reply", map[string]any{"status": "ok", "language_info": map[string]string{"name": "go", "pygments_lexer": ""}})
			publish(m, "status", map[string]string{"execution_state": "idle"}, nil)
		case "execute_request":
			reply("execute_reply", map[string]any{"status": "ok"})
			publish(m, "status", map[string]string{"execution_state": "idle"}, nil)
		case "comm_open":
			publish(m, "comm_open", map[string]any{"comm_id": "back", "target_name": "t"}, m.Buffers)
		case "comm_msg":
			publish(m, "comm_msg", m.Content, m.Buffers)
		}
	}
	for _, port := range []int{c.StdinPort, c.ShellPort} {
		if _, err := wire.Listen(c, port, shell); err != nil {
			panic(err)
		}
	}
	select {}
}

// TestComms checks that comm messages are passed in both directions with their buffers, to all front ends, and that open comms are listed.
// All messages of the kernel must have its own session.
func TestComms(t *testing.T) {
	k := startKernel(t, echoVariable+"=1")
	senders := map[string]bool{}
	buffers := [][]byte{{0, 1, 2}, bytes.Repeat([]byte{7}, 1<<20), {}}
	for _, kind := range []string{"comm_open", "comm_msg", "execute_request", "comm_info_request"} {
		m, err := wire.NewMessage(kind, "of "+kind, nil, map[string]any{"comm_id": "1", "target_name": "gonb_comm", "data": map[string]int{"a": 1}})
		if err != nil {
			t.Fatal(err)
		}
		m.Buffers = buffers
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		var got *wire.Message
		if err := k.Send(ctx, false, m, func(m *wire.Message) bool {
			got, senders[m.Header.Session] = m, true
			return m.Header.Type == kind || m.Header.Type == strings.Replace(kind, "request", "reply", 1)
		}); err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(kind, "request") && (len(got.Buffers) != 3 || !bytes.Equal(got.Buffers[1], buffers[1])) {
			t.Errorf("%s: %d buffers", kind, len(got.Buffers))
		}
	}
	if len(senders) != 1 || senders[""] {
		t.Errorf("messages of the sessions %v, expected one", senders)
	}
	for target, want := range map[string]int{"gonb_comm": 1, "t": 1, "none": 0} {
		var reply struct {
			Status string
			Comms  map[string]map[string]string
		}
		if err := k.Request(t.Context(), "comm_info_request", map[string]string{"target_name": target}, &reply); err != nil {
			t.Fatal(err)
		}
		if reply.Status != "ok" || len(reply.Comms) != want {
			t.Errorf("%s: %+v", target, reply)
		}
	}
}
