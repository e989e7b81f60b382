package live

import (
	"context"
	"os"
	"strings"
)

// Linked is the version of a module of which packages are linked into the living process, empty where none is.
func (m Made) Linked(ctx context.Context, module string) string {
	text, err := os.ReadFile(m.file(packagesFile))
	list := string(text)
	if err != nil || !strings.Contains(list, "packagefile "+module+"/") && !strings.Contains(list, "packagefile "+module+"=") {
		return ""
	}
	version, err := m.goCommand(ctx, "list", "-m", "-f", "{{.Version}}", module)
	if err != nil { // a longer path is another module's, or nobody knows
		return ""
	}
	return strings.TrimSpace(string(version))
}
