package wire

import (
	"bytes"
	"errors"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

func testMessage(t testing.TB) *Message {
	t.Helper()
	m, err := NewMessage("comm_msg", "session", nil, map[string]any{"comm_id": "1"})
	if err != nil {
		t.Fatal(err)
	}
	m.Identities, m.Buffers = [][]byte{{0, 1}, []byte("two")}, [][]byte{{}, {1, 2, 3}}
	return m
}

// TestCodec checks that encoding and decoding a message restores it, with identities and buffers.
func TestCodec(t *testing.T) {
	for _, key := range []string{"", "key"} {
		m := testMessage(t)
		back, err := Decode(Encode(m, []byte(key)), []byte(key))
		if err != nil {
			t.Fatal(err)
		}
		if back.Header != m.Header || !bytes.Equal(back.Content, m.Content) || len(back.Identities) != 2 || string(back.Identities[1]) != "two" ||
			len(back.Buffers) != 2 || !bytes.Equal(back.Buffers[1], m.Buffers[1]) {
			t.Errorf("%+v, expected %+v", back, m)
		}
	}
}

// TestSignature checks that a message with another key, or a modified one, is refused. The hexadecimal digits come from an independent
// computation.
func TestSignature(t *testing.T) {
	frames := Encode(testMessage(t), []byte("key"))
	if _, err := Decode(frames, []byte("other")); !errors.Is(err, ErrSignature) {
		t.Errorf("another key: %v", err)
	}
	for i := 3; i < 8; i++ {
		changed := Encode(testMessage(t), []byte("key"))
		changed[i] = append(bytes.Clone(changed[i]), ' ')
		if _, err := Decode(changed, []byte("key")); !errors.Is(err, ErrSignature) {
			t.Errorf("frame %d changed: %v", i, err)
		}
	}
	// printf '{}{}{}{}' | openssl dgst -sha256 -hmac key
	parts := [][]byte{[]byte("{}"), []byte("{}"), []byte("{}"), []byte("{}")}
	if got, want := string(sign(parts, []byte("key"))), "ca767b02c5bc061ed184a9a029e7f93a7f2f7ed4e8fe74120fc1212f0b008fa3"; got != want {
		t.Errorf("signature %s, expected %s", got, want)
	}
}

// FuzzDecode checks that Decode reads or refuses arbitrary frames.
func FuzzDecode(f *testing.F) {
	f.Add(bytes.Join(Encode(testMessage(f), nil), []byte{0xff}))
	f.Add([]byte("<IDS|MSG>\xff\xff{}\xff{}\xff{}\xff{}"))
	f.Add([]byte("<IDS|MSG>"))
	f.Add([]byte(""))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := Decode(bytes.Split(text, []byte{0xff}), nil)
		if err == nil && (m.Header.ID == "" || !isObject(m.Content)) {
			t.Errorf("%+v", m)
		}
	})
}

// TestHostilePeers checks that clients that send garbage, announce huge messages, or send nothing do not affect others.
func TestHostilePeers(t *testing.T) {
	c, err := NewConnection()
	if err != nil {
		t.Fatal(err)
	}
	got := make(chan [][]byte, 10)
	h, err := Listen(c, c.ShellPort, func(_ *Hub, _ string, frames [][]byte) { got <- frames })
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	greeting := append([]byte{0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0x7f, 3, 0, 'N', 'U', 'L', 'L'}, make([]byte, 48)...)
	ready := append([]byte{4, 26, 5}, "READY\x0bSocket-Type\x00\x00\x00\x06DEALER"...)
	ready[1] = byte(len(ready) - 2)
	for _, text := range [][]byte{
		nil, []byte("GET / HTTP/1.1\r\n\r\n"), greeting, append(bytes.Clone(greeting), 6, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
		append(bytes.Clone(greeting), 4, 3, 200, 1, 1), append(bytes.Clone(greeting), 4, 0),
		append(append(bytes.Clone(greeting), ready...), 2, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
		append(append(bytes.Clone(greeting), ready...), 2, 0, 0, 0, 0, 0x0f, 0xff, 0xff, 0xff, 1),
	} {
		network, address := c.Address(c.ShellPort)
		conn, err := net.Dial(network, address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if _, err := conn.Write(text); err != nil {
			t.Fatal(err)
		}
	}
	l, err := Dial(c, c.ShellPort, "honest")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	l.Send([][]byte{[]byte("a"), bytes.Repeat([]byte("b"), 3<<20)})
	select {
	case frames := <-got:
		if len(frames) != 2 || len(frames[1]) != 3<<20 {
			t.Errorf("%d frames", len(frames))
		}
	case <-time.After(time.Minute):
		t.Error("nothing comes")
	}
	if n := len(h.links()); n > 3 {
		t.Errorf("%d peers", n)
	}
}

// TestStuckPeer checks that a client that does not read blocks nobody, and that its queue is bounded.
func TestStuckPeer(t *testing.T) {
	c, err := NewConnection()
	if err != nil {
		t.Fatal(err)
	}
	h, err := Listen(c, c.IOPubPort, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	stuck, err := Dial(c, c.IOPubPort, "")
	if err != nil {
		t.Fatal(err)
	}
	defer stuck.Close()
	subscribed := func() bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		for _, topics := range h.peers {
			return len(topics) > 0
		}
		return false
	}
	for !subscribed() {
		time.Sleep(time.Millisecond)
	}
	start := time.Now()
	for range 200 {
		h.Publish([][]byte{[]byte("topic"), make([]byte, 1<<20)})
	}
	if took := time.Since(start); took > time.Minute {
		t.Errorf("200 messages took %v", took)
	}
	l := h.links()[0]
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.size == 0 || l.size > maximalBacklog+1<<20 {
		t.Errorf("%d bytes wait", l.size)
	}
}

// TestEmptyFrames checks that empty frames count for the bound of a queue.
func TestEmptyFrames(t *testing.T) {
	l := &Link{}
	l.wake = sync.NewCond(&l.mu)
	frames, sent := make([][]byte, maximalFrames), 0
	for l.Send(frames) {
		sent++
	}
	if want := maximalBacklog / (maximalFrames * frameCost); sent != want {
		t.Errorf("%d messages are queued, want %d", sent, want)
	}
}

// TestSubscriptions checks that the subscriptions of a client are bounded in number and size.
func TestSubscriptions(t *testing.T) {
	l := &Link{}
	h := &Hub{peers: map[*Link]map[string]bool{l: {}}}
	for i := range 2 * maximalTopics {
		h.subscribe(l, [][]byte{append([]byte{subscribeByte}, strconv.Itoa(i)...)})
	}
	h.subscribe(l, [][]byte{append([]byte{unsubscribeByte}, "0"...)})
	h.subscribe(l, [][]byte{append([]byte{subscribeByte}, strings.Repeat("x", longestTopic+1)...)})
	if n := len(h.peers[l]); n != maximalTopics-1 {
		t.Errorf("%d topics, want %d", n, maximalTopics-1)
	}
}
