// Package memory compares the memory that a computation needs with that of the machine, to report an excessive setting before anything
// runs.
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

// Assumed is the result of Available if the system does not report the memory: 64 GB.
const Assumed = 64e9

// The files that Available reads. Those of control groups, versions 2 and 1, hold the limit of a container.
const (
	memoryInfo = "/proc/meminfo"
	group2     = "/sys/fs/cgroup/memory.max"
	group1     = "/sys/fs/cgroup/memory/memory.limit_in_bytes"
)

// Available estimates how many bytes this process can still allocate. On Linux it is the kernel's estimate, or the limit of the container
// if that is smaller. On other systems it is Assumed.
func Available() float64 { return orAssumed(Known()) }

// Known returns the result of Available, and reports whether it comes from the system.
func Known() (bytes float64, known bool) { return knownBy(os.ReadFile) }

// Total returns the memory of the machine in bytes, or 0 if it is not known.
func Total() float64 { return reported(memoryInfo, "MemTotal:") }

// Process returns the memory of this program in bytes, or 0 if it is not known.
func Process() float64 { return reported(processInfo, "VmRSS:") }

// processInfo is the file with the system's information about this program.
const processInfo = "/proc/self/status"

func reported(path, name string) float64 {
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
			if limit, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64); err == nil { // the value "max" means no limit
				least = min(least, limit)
			}
		}
	}
	return least, !math.IsInf(least, 1)
}

// field returns the value of a line of the form "MemAvailable: 123 kB".
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

// Check returns an error if about need bytes are more than Available, or if need is not a number.
func Check(need float64) error {
	return check(need, Available())
}

func check(need, have float64) error {
	if need <= have {
		return nil
	}
	return fmt.Errorf("needs about %s of memory, but only %s is available", Size(need), Size(have))
}

// Size returns a number of bytes with its unit, such as 3.2 TB.
func Size(n float64) string {
	units := []string{"B", "kB", "MB", "GB", "TB", "PB", "EB"}
	i := 0
	for ; i < len(units)-1 && n >= 999.5; i++ {
		n /= 1000
	}
	return fmt.Sprintf("%.3g %s", n, units[i])
}
