// Package processor names the machine's processor, and says what this process has taken of its time.
package processor

import (
	"os"
	"strings"
)

// Name is the processor's, "unknown" where the system does not tell it.
func Name() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "unknown"
	}
	for line := range strings.Lines(string(text)) {
		if key, value, found := strings.Cut(line, ":"); found && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}
