package safetensors

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
)

// lengthOfText is the number of bytes for the length of a description.
const lengthOfText = 4

// Seal writes a description and tensors in a form that Unseal checks byte by byte:
//
//	head | length of the description, 4 bytes | description, JSON | tensors | SHA-256 of everything before
func Seal(head string, description any, values []Named) ([]byte, error) {
	text, err := json.Marshal(description)
	if err != nil {
		return nil, err
	}
	out := bytes.NewBufferString(head)
	out.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(text))))
	out.Write(text)
	if err := Write(out, values); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(out.Bytes())
	return append(out.Bytes(), sum[:]...), nil
}

// ErrDamaged reports that content does not have the SHA-256 at its end.
var ErrDamaged = errors.New("it was truncated or changed: the SHA-256 at its end does not match its content")

// Unseal returns the description, as JSON, and the tensors of what Seal wrote. It returns ErrDamaged, or an error if the head differs.
func Unseal(head string, content []byte) (description []byte, values []Named, err error) {
	rest, found := bytes.CutPrefix(content, []byte(head))
	if !found {
		return nil, nil, fmt.Errorf("it must begin with %q", head)
	}
	if len(rest) < sha256.Size+lengthOfText {
		return nil, nil, ErrDamaged
	}
	body := len(content) - sha256.Size
	if sum := sha256.Sum256(content[:body]); !bytes.Equal(sum[:], content[body:]) {
		return nil, nil, ErrDamaged
	}
	rest = rest[:len(rest)-sha256.Size]
	length := binary.LittleEndian.Uint32(rest)
	if rest = rest[lengthOfText:]; uint64(length) > uint64(len(rest)) {
		return nil, nil, fmt.Errorf("its description has %d bytes, but only %d are left", length, len(rest))
	}
	values, err = Read(rest[length:])
	return rest[:length], values, err
}
