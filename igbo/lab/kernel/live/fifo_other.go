//go:build !unix

package live

import (
	"errors"
	"os"
)

func pipe(string) (*os.File, error) { return nil, errors.ErrUnsupported }
