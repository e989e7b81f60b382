package reference

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestRequirementsArePinned checks that every requested package is in the list that is installed, and that every package there
// has one version and hashes.
func TestRequirementsArePinned(t *testing.T) {
	for _, path := range []string{"requirements", "../../../../docker/requirements-bench-cuda"} {
		in := must.Of(os.ReadFile(path + ".in")).In(t)
		list := must.Of(os.ReadFile(path + ".txt")).In(t)
		entries := strings.Split(regexp.MustCompile(`\n(\S)`).ReplaceAllString(strings.TrimSpace(string(list)), "\x00$1"), "\x00")
		pinned := regexp.MustCompile(`^[a-z0-9-]+==[0-9][0-9a-z.]*( ; [a-z_=' 0-9]+)? \\\n(    --hash=sha256:[0-9a-f]{64}( \\\n|$))+$`)
		for _, e := range entries {
			if !pinned.MatchString(e) {
				t.Errorf("%s.txt: no exact version with hashes:\n%s", path, e)
			}
		}
		for line := range strings.Lines(string(in)) {
			line = strings.TrimSpace(line)
			if line == "" || strings.HasPrefix(line, "#") {
				continue
			}
			want := strings.ToLower(strings.ReplaceAll(regexp.MustCompile(`\[.*\]`).ReplaceAllString(line, ""), "_", "-"))
			if !strings.Contains("\n"+string(list), "\n"+want+" ") {
				t.Errorf("%s.txt has no %s", path, want)
			}
		}
	}
}
