package cells

import (
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	pieces, below := split("type T struct {\n\tx int\n}\nfunc (t T) M() int { return 1 }\nx := 1; y := 2;\nfunc() {}()\nfunc(a int) string { return \"\" }(1)\nif x > 1 {\n} else {\n}\nx")
	var kinds []string
	for _, p := range pieces {
		kinds = append(kinds, p.kind.String()+" "+strings.Split(p.text, "\n")[0])
	}
	want := "type type T struct {|func func (t T) M() int { return 1 }|ILLEGAL x := 1|ILLEGAL y := 2|ILLEGAL func() {}()|ILLEGAL func(a int) string { return \"\" }(1)|ILLEGAL if x > 1 {|ILLEGAL x"
	if got := strings.Join(kinds, "|"); got != want || below {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
