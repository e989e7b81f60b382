package backend

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/backend/embedded"
)

// MaxParallelism is the largest number of threads that "go:parallelism=N"
// takes; −1 sets no limit, and 0 uses the calling thread alone.
const MaxParallelism = 4096

// Check tells, without opening one, whether Select knows a backend of this
// name, and whether the options of the embedded one make sense. Whether a
// plugin is there and opens is known only to Select.
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

// checkEmbedded checks what the embedded backend itself takes unseen.
func checkEmbedded(name, config string) error {
	for option := range strings.SplitSeq(config, ",") {
		key, value, _ := strings.Cut(option, "=")
		if key != "parallelism" {
			continue
		}
		if n, err := strconv.Atoi(value); err != nil || n < -1 || n > MaxParallelism {
			return fmt.Errorf("backend: %s: parallelism %q must be −1 (no limit) to %d", name, value, MaxParallelism)
		}
	}
	if err := embedded.Check(config); err != nil {
		return fmt.Errorf("backend: %s: %w", name, err)
	}
	return nil
}
