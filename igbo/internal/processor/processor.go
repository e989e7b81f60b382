// Package processor returns the name of the machine's processor, and the processor time of this process.
package processor

import (
	"os"
	"strings"
)

// Name returns the name of the processor, or "unknown".
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
