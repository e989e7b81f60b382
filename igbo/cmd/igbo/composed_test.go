package main

import (
	"os"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestComposedNamesOfColumns checks that flags, an order and new data can write a column's name in another Unicode form than the table.
func TestComposedNamesOfColumns(t *testing.T) {
	workplace(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	houses(t, "houses.csv", 40)
	named := func(form string) *strings.Replacer {
		return strings.NewReplacer("place", "pl"+form+"ce", "price", "pr"+form+"ce", "kind", "k"+form+"nd", "town", "t"+form+"wn")
	}
	one, two := named("\u00e9"), named("e\u0301")
	text := string(must.Of(os.ReadFile("houses.csv")).In(t))
	must.Do(t, os.WriteFile("houses.csv", []byte(one.Replace(text)), 0o666))
	must.Do(t, os.WriteFile("order.yaml", []byte(two.Replace("ranks:\n  - [size, place, noise]\n")), 0o666))
	trained(t, "--target", two.Replace("price"), "--drop", two.Replace("kind"), "--kind", two.Replace("place=category"), "--order", "order.yaml", "--out", "model", "--quiet").must(t)
	var reported []string
	for _, form := range []*strings.Replacer{one, two} {
		must.Do(t, os.WriteFile("new.csv", []byte(form.Replace("number,size,place,colour,noise\na,20,town,red,0\nb,10,village,red,1\n")), 0o666))
		reported = append(reported, performed("predict", "model", "new.csv", "--quiet").must(t).stdout)
		if a := performed("check", "model", "new.csv", "--order", "order.yaml"); strings.Contains(a.stderr, "speaks of") || a.stdout == "" {
			t.Errorf("check: %s%s", a.stdout, a.stderr)
		}
	}
	if reported[0] != reported[1] {
		t.Errorf("predicted %q and %q", reported[0], reported[1])
	}
}
