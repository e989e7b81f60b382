package wire

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// SignatureScheme is the algorithm that signs messages.
const SignatureScheme = "hmac-sha256"

const protocolVersion = "5.3"

// Delimiter separates the identities from the signature.
var Delimiter = []byte("<IDS|MSG>")

// Header identifies a message.
type Header struct {
	ID       string `json:"msg_id"`
	Session  string `json:"session"`
	Username string `json:"username"`
	Date     string `json:"date"`
	Type     string `json:"msg_type"`
	Version  string `json:"version"`
}

// Message is one message of Jupyter's protocol. Header and Parent are decoded; received frames are sent on unchanged.
type Message struct {
	// Identities route the message; on the channel iopub they are its topic.
	Identities [][]byte
	// Header is the message's own header, and Parent that of the request it answers, or empty.
	Header, Parent Header
	// Metadata and Content are JSON objects.
	Metadata, Content json.RawMessage
	// Buffers holds binary data beyond JSON.
	Buffers [][]byte

	header, parent json.RawMessage // as received
}

// Errors of [Decode].
var (
	ErrMalformed = errors.New("wire: not a message of Jupyter's protocol")
	ErrSignature = errors.New("wire: the signature of the message is wrong")
)

// NewMessage returns a message of a type with a new identity; the content is encoded as JSON. It returns an error if JSON cannot
// represent the content.
func NewMessage(kind string, session string, parent *Message, content any) (*Message, error) {
	m := &Message{Header: Header{
		ID: rand.Text(), Session: session, Username: "igbolab", Date: time.Now().UTC().Format(time.RFC3339Nano),
		Type: kind, Version: protocolVersion,
	}, Metadata: json.RawMessage("{}"), parent: json.RawMessage("{}")}
	if parent != nil {
		m.Parent, m.parent = parent.Header, parent.header
		m.Identities = parent.Identities
	}
	var err error
	if m.header, err = json.Marshal(m.Header); err != nil {
		return nil, fmt.Errorf("wire: %w", err)
	}
	if m.Content, err = json.Marshal(content); err != nil {
		return nil, fmt.Errorf("wire: %w", err)
	}
	return m, nil
}

// Encode writes a message as frames, signed unless the key is empty:
//
//	identities…, <IDS|MSG>, signature, header, parent, metadata, content, buffers…
func Encode(m *Message, key []byte) [][]byte {
	parts := [][]byte{m.header, m.parent, m.Metadata, m.Content}
	frames := make([][]byte, 0, len(m.Identities)+6+len(m.Buffers))
	frames = append(append(frames, m.Identities...), Delimiter, sign(parts, key))
	return append(append(frames, parts...), m.Buffers...)
}

// Of returns a copy of the message that belongs to a session.
func (m *Message) Of(session string) *Message {
	out := *m
	out.Header.Session = session
	out.header, _ = json.Marshal(out.Header) // only strings, which always encode
	return &out
}

// State returns the state of the kernel in a message of the type status, or "" if the message is damaged.
func (m *Message) State() string {
	var s struct {
		State string `json:"execution_state"`
	}
	_ = json.Unmarshal(m.Content, &s)
	return s.State
}

// Decode reads a message from frames. It returns [ErrMalformed] or [ErrSignature].
func Decode(frames [][]byte, key []byte) (*Message, error) {
	at := 0
	for at < len(frames) && !bytes.Equal(frames[at], Delimiter) {
		at++
	}
	if len(frames) < at+6 {
		return nil, fmt.Errorf("%w: %d frames after the delimiter, want at least 5", ErrMalformed, max(0, len(frames)-at-1))
	}
	parts := frames[at+2 : at+6]
	if len(key) > 0 && !hmac.Equal(sign(parts, key), frames[at+1]) {
		return nil, ErrSignature
	}
	m := &Message{
		Identities: frames[:at:at], header: parts[0], parent: parts[1], Metadata: parts[2], Content: parts[3], Buffers: frames[at+6:],
	}
	if err := json.Unmarshal(m.header, &m.Header); err != nil {
		return nil, fmt.Errorf("%w: reading the header: %w", ErrMalformed, err)
	}
	switch {
	case m.Header.ID == "":
		return nil, fmt.Errorf("%w: the header has no msg_id", ErrMalformed)
	case m.Header.Type == "":
		return nil, fmt.Errorf("%w: the header has no msg_type", ErrMalformed)
	}
	if len(m.parent) > 0 {
		if err := json.Unmarshal(m.parent, &m.Parent); err != nil {
			return nil, fmt.Errorf("%w: reading the parent header: %w", ErrMalformed, err)
		}
	}
	switch {
	case !isObject(m.Metadata):
		return nil, fmt.Errorf("%w: the metadata must be a JSON object", ErrMalformed)
	case !isObject(m.Content):
		return nil, fmt.Errorf("%w: the content must be a JSON object", ErrMalformed)
	}
	return m, nil
}

func isObject(text []byte) bool {
	text = bytes.TrimLeft(text, " \t\r\n")
	return len(text) > 0 && text[0] == '{' && json.Valid(text)
}

// sign returns the HMAC-SHA256 of the parts in hexadecimal, or "" with an empty key.
func sign(parts [][]byte, key []byte) []byte {
	if len(key) == 0 {
		return nil
	}
	mac := hmac.New(sha256.New, key)
	for _, p := range parts {
		mac.Write(p)
	}
	return hex.AppendEncode(nil, mac.Sum(nil))
}
