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

// Origin is what a part was made with. Parts of another origin may differ in
// their last digits, or in more.
type Origin struct {
	// Code identifies the program, or in a notebook the library's sources.
	Code string `json:"code"`
	// Backend is the backend's name and description; empty for none.
	Backend string `json:"backend"`
	// Processor is the kind of processor: architecture and vector instructions.
	Processor string `json:"processor"`
}

// Apart says what sets another origin apart from this one.
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

// Engine names a backend; none is a study that needs none. A plugin is known by
// its path, size and time, as one may replace another under the same name.
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

// threads is how the embedded backend describes the number of its threads, which
// is that of the cores. It shares out products by their rows, never a sum, so that no
// bit of a part depends on it: a task on one core and a fold on many agree.
var threads = regexp.MustCompile(` \(parallelism=-?\d+\)`)

// plugins matches the paths in a description.
var plugins = regexp.MustCompile(`/[^()]*\.(so|dylib|dll)\b`)

// Processor is this machine's kind; any where the program is one of a site's ([CodeVariable]), whose results go from where it was
// made to its readers' browsers.
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
