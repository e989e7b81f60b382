// Package memory compares what a computation is about to take with what the
// machine has, so that a setting beyond it is an error before anything runs.
package memory

import (
	"bufio"
	"bytes"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
)

// Assumed is what Available returns where the system does not say: 64 GB.
const Assumed = 64e9

// The files that Available reads. Those of control groups hold the limit of a
// container, of version 2 and of version 1.
const (
	memoryInfo = "/proc/meminfo"
	group2     = "/sys/fs/cgroup/memory.max"
	group1     = "/sys/fs/cgroup/memory/memory.limit_in_bytes"
)

// Available returns about how many bytes this process may still take: on Linux
// the kernel's estimate, or the limit of the container where that is less;
// elsewhere Assumed.
func Available() float64 { return orAssumed(Known()) }

// Known is Available, and whether the system says it at all.
func Known() (bytes float64, known bool) { return knownBy(os.ReadFile) }

// Total is the machine's memory in bytes; 0 where the system does not say.
func Total() float64 { return told(memoryInfo, "MemTotal:") }

// Process is the memory of this program in bytes; 0 where the system does not say.
func Process() float64 { return told(processInfo, "VmRSS:") }

// processInfo is what the system says of this program.
const processInfo = "/proc/self/status"

func told(path, name string) float64 {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	if bytes := field(text, name); !math.IsInf(bytes, 1) {
		return bytes
	}
	return 0
}

func orAssumed(bytes float64, known bool) float64 {
	if !known {
		return Assumed
	}
	return bytes
}

func knownBy(read func(path string) ([]byte, error)) (bytes float64, known bool) {
	least := math.Inf(1)
	if text, err := read(memoryInfo); err == nil {
		least = min(least, field(text, "MemAvailable:"))
	}
	for _, path := range []string{group2, group1} {
		if text, err := read(path); err == nil {
			if limit, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64); err == nil { // "max" is none
				least = min(least, limit)
			}
		}
	}
	return least, !math.IsInf(least, 1)
}

// field reads a line of the form "MemAvailable:   123 kB".
func field(text []byte, name string) float64 {
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		words := strings.Fields(lines.Text())
		if len(words) < 2 || words[0] != name {
			continue
		}
		if kilobytes, err := strconv.ParseFloat(words[1], 64); err == nil {
			return 1024 * kilobytes
		}
	}
	return math.Inf(1)
}

// Check returns an error where about need bytes are more than Available.
// A need that is not a number is too much.
func Check(need float64) error {
	return check(need, Available())
}

func check(need, have float64) error {
	if need <= have {
		return nil
	}
	return fmt.Errorf("needs about %s of memory, and %s are available", Size(need), Size(have))
}

// Size writes a number of bytes with its unit, such as 3.2 TB.
func Size(n float64) string {
	units := []string{"B", "kB", "MB", "GB", "TB", "PB", "EB"}
	i := 0
	for ; i < len(units)-1 && n >= 999.5; i++ {
		n /= 1000
	}
	return fmt.Sprintf("%.3g %s", n, units[i])
}
