package igbo

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/backend/vector"
	"github.com/igbolab/igbolab/igbo/internal/memory"
)

// Information describes the build of a program and the machine on which it runs.
type Information struct {
	// Version is the version of this library. It includes the commit if the version is not a
	// release.
	Version string `json:"version"`
	// Go is the Go release and the platform. Vectors names the vector kernels that the embedded
	// backend uses.
	Go      string `json:"go"`
	Vectors string `json:"vectors"`
	// Modules maps the module paths of the main libraries to their versions, if they are linked.
	Modules map[string]string `json:"modules"`
	// Kernel is the version of the GoNB kernel that runs the cell; empty outside notebooks.
	Kernel string `json:"kernel,omitempty"`
	// Backends lists the linked backends. Asked is the backend that the environment variable
	// GOMLX_BACKEND names; empty if it is not set.
	Backends []string `json:"backends"`
	Asked    string   `json:"asked,omitempty"`
	// Cores is the number of cores of the machine. Threads is the number that the program may use.
	Cores   int `json:"cores"`
	Threads int `json:"threads"`
	// Memory in bytes: Total of the machine, Available (within the limit of a container), and
	// Process for this program. A value is 0 if the system does not report it.
	Total     float64 `json:"total"`
	Available float64 `json:"available"`
	Process   float64 `json:"process"`
}

// modulePath is the module path of this library.
const modulePath = "github.com/igbolab/igbolab"

// reported lists the modules whose versions Info reports.
var reported = []string{
	"github.com/gomlx/gomlx", "github.com/gomlx/compute", "github.com/gomlx/go-xla",
	"gonum.org/v1/gonum", "gonum.org/v1/plot", "github.com/janpfeifer/gonb",
}

// Info describes the build of the program and the machine on which it runs. It does not open a
// backend.
func Info() Information {
	i := Information{
		Version: "unknown", Go: fmt.Sprintf("%s %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH),
		Kernel:   os.Getenv("GONB_VERSION"),
		Vectors:  vector.Description(),
		Backends: compute.List(), Asked: os.Getenv(compute.ConfigEnvVar),
		Cores: runtime.NumCPU(), Threads: runtime.GOMAXPROCS(0),
		Total: memory.Total(), Process: memory.Process(),
	}
	slices.Sort(i.Backends)
	i.Available, _ = memory.Known()
	if i.Total == 0 {
		i.Available = 0
	}
	if build, ok := debug.ReadBuildInfo(); ok {
		i.read(build)
	}
	return i
}

// read fills in the program's build information.
func (i *Information) read(build *debug.BuildInfo) {
	i.Modules = map[string]string{}
	for _, m := range append(build.Deps, &build.Main) {
		version := m.Version
		if m.Replace != nil {
			version = m.Replace.Version
		}
		switch {
		case m.Path == modulePath:
			i.Version = ownVersion(version)
		case slices.Contains(reported, m.Path):
			i.Modules[m.Path] = version
		}
	}
}

// Rows returns the lines of String, each as a name and a value.
func (i Information) Rows() [][]string {
	size := func(bytes float64) string {
		if bytes == 0 {
			return "unknown"
		}
		return memory.Size(bytes)
	}
	rows := [][]string{{"igbolab", i.Version}, {"Go", i.Go}, {"vectors", i.Vectors}}
	for _, path := range reported {
		if version, ok := i.Modules[path]; ok {
			rows = append(rows, []string{path, version})
		}
	}
	if i.Kernel != "" {
		rows = append(rows, []string{"kernel", "GoNB " + i.Kernel})
	}
	asked := "GOMLX_BACKEND is not set"
	if i.Asked != "" {
		asked = "GOMLX_BACKEND requests " + i.Asked
	}
	linked := cmp.Or(strings.Join(i.Backends, ", "), "none")
	return append(rows,
		[]string{"backends linked", linked + "; " + asked},
		[]string{"cores", fmt.Sprintf("%d, of which the program uses %d", i.Cores, i.Threads)},
		[]string{"memory", fmt.Sprintf("%s, %s available, %s in this program", size(i.Total), size(i.Available), size(i.Process))},
	)
}

// String returns the information as text, one line for each item.
func (i Information) String() string {
	var b strings.Builder
	for _, row := range i.Rows() {
		fmt.Fprintf(&b, "%-26s %s\n", row[0], row[1])
	}
	return b.String()
}
