//go:build !linux

package stateful

import (
	"errors"
	"os"
)

func pipe(string) (*os.File, error) { return nil, errors.ErrUnsupported }

func readLocked(*stream, []byte, func([]byte)) (int, error) { return 0, errors.ErrUnsupported }

func unread(*os.File) int { return 0 }
