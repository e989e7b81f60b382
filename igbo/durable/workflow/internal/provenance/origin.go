package provenance

import (
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/gomlx/compute"
	"golang.org/x/sys/cpu"
)

// Origin describes what a part was computed with. Parts of different origins may differ in their last digits or
// more.
type Origin struct {
	// Code identifies the program or, in a notebook, the library's sources.
	Code string `json:"code"`
	// Backend is the name and description of the backend, or "" if there is none.
	Backend string `json:"backend"`
	// Processor is the kind of processor: its architecture and vector instructions.
	Processor string `json:"processor"`
}

// Apart describes how another origin differs from this one.
func (o Origin) Apart(other Origin) string {
	var apart []string
	if o.Backend != other.Backend {
		apart = append(apart, "backend "+nothing(other.Backend))
	}
	if o.Processor != other.Processor {
		apart = append(apart, "processor "+other.Processor)
	}
	if o.Code != other.Code {
		apart = append(apart, "another build")
	}
	return strings.Join(apart, ", ")
}

func nothing(name string) string {
	if name == "" {
		return "none"
	}
	return name
}

// Engine returns the identity of a backend, or "" for nil. A plugin is identified by its path, size and time,
// because another plugin may replace it under the same name.
func Engine(b compute.Backend) string {
	if b == nil {
		return ""
	}
	name := threads.ReplaceAllString(b.Name()+": "+b.Description(), "")
	for _, path := range plugins.FindAllString(name, -1) {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			name += fmt.Sprintf(" [%d bytes of %s]", info.Size(), info.ModTime().UTC().Format(time.RFC3339))
			break
		}
	}
	return name
}

// threads matches the number of threads in the description of the embedded backend, which is the number of
// cores. The backend divides products by rows and never splits a sum, so this number does not affect any bit of
// a part.
var threads = regexp.MustCompile(` \(parallelism=-?\d+\)`)

// plugins matches the paths in a description.
var plugins = regexp.MustCompile(`/[^()]*\.(so|dylib|dll)\b`)

// Processor returns this machine's kind of processor. If the program belongs to a site (see [CodeVariable]), it
// returns the same value on all machines, because browsers use results that were computed when the site was
// built.
func Processor() string {
	if os.Getenv(CodeVariable) != "" {
		return "any"
	}
	kind := []string{runtime.GOARCH}
	for _, f := range []struct {
		name string
		has  bool
	}{
		{"avx", cpu.X86.HasAVX},
		{"avx2", cpu.X86.HasAVX2},
		{"fma", cpu.X86.HasFMA},
		{"avx512", cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VL},
		{"sve", cpu.ARM64.HasSVE},
	} {
		if f.has {
			kind = append(kind, f.name)
		}
	}
	return strings.Join(kind, " ")
}
