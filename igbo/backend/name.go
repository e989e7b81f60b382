package backend

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/backend/embedded"
)

// MaxParallelism is the largest thread count N that "go:parallelism=N" accepts. N = −1 sets no limit, and N = 0 uses only
// the calling thread.
const MaxParallelism = 4096

// Check reports whether name is a valid backend name with valid options, without opening the backend. It does not look
// for a plugin, so Select can still fail for a name that passes.
func Check(name string) error {
	if name == "" || name == "auto" {
		if name = os.Getenv(compute.ConfigEnvVar); name == "" {
			return nil
		}
	}
	return checkName(name)
}

func checkName(name string) error {
	kind, config, _ := strings.Cut(name, ":")
	switch kind {
	case "go":
		return checkEmbedded(name, config)
	case "xla":
		return nil
	default:
		return fmt.Errorf("%w %q (want one of %s)", ErrUnknown, name, strings.Join(Names(), ", "))
	}
}

// checkEmbedded validates the options that the embedded backend accepts without checking them itself.
func checkEmbedded(name, config string) error {
	for option := range strings.SplitSeq(config, ",") {
		key, value, _ := strings.Cut(option, "=")
		if key != "parallelism" {
			continue
		}
		if n, err := strconv.Atoi(value); err != nil || n < -1 || n > MaxParallelism {
			return fmt.Errorf("backend: %s: parallelism must be a whole number from −1 (no limit) to %d, got %q", name, MaxParallelism, value)
		}
	}
	if err := embedded.Check(config); err != nil {
		return fmt.Errorf("backend: %s: %w", name, err)
	}
	return nil
}
