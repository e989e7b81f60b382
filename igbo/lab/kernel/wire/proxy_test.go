//go:build unix

package wire

import (
	"strings"
	"testing"
)

func TestCell(t *testing.T) {
	k := startKernel(t)
	e := execute(t, k, "import (\n\"fmt\"\n\"os\"\n)\n%%\nfmt.Println(6*7)\nw, err := os.ReadFile(os.Getenv(\"IGBOLAB_WAITING\"))\nfmt.Println(string(w), err)")
	if e.Err() != nil || e.Stdout() != "42\n0 <nil>\n" {
		t.Errorf("%v: %q %q", e.Err(), e.Stdout(), e.Stderr())
	}
	t.Logf("%+v", e)
	info, err := k.Info(t.Context())
	if err != nil || info.Language.Name != "go" {
		t.Errorf("%v %+v", err, info)
	}
	e = execute(t, k, "func f() int { return 3 }\n%%\nfmt.Println(f(), undefinedName)")
	t.Logf("%+v", e)
	if e.Status != "error" || !strings.Contains(e.ErrorValue, "undefined: undefinedName") {
		t.Errorf("%+v", e)
	}
}
