package tabulate

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

// TestTableHTML checks that all text is escaped, numbers are right-aligned, and the element is
// well-formed, scrolls, and sets no colour.
func TestTableHTML(t *testing.T) {
	table := Table{
		Title: "a < b", Notes: []string{"<script>alert(1)</script>", "by -3 %"}, Header: []string{"<name>", "value", "range", "mixed"},
		Rows: [][]string{{"x & y", "-1.5", "[0.1, 0.2]", "1"}, {`"q"`, "12 ± 3", "–", "none"}, {"short"}},
	}
	text := table.HTML()
	for _, want := range []string{
		"a &lt; b", "&lt;script&gt;", "by −3 %", "&lt;name&gt;", "x &amp; y", "&#34;q&#34;", "overflow-x:auto", "max-width:100%",
		`text-align:right;white-space:nowrap">−1.5</td>`, `text-align:right;white-space:nowrap">[0.1, 0.2]</td>`,
		`text-align:right;white-space:nowrap">–</td>`, `text-align:left;white-space:nowrap">none</td>`, `text-align:left;white-space:nowrap">x &amp; y</td>`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "#fff") || strings.Contains(text, "color:") && strings.Count(text, "color:") != strings.Count(text, "color:inherit") {
		t.Errorf("a colour that a dark page has not:\n%s", text)
	}
	for d := xml.NewDecoder(strings.NewReader("<div>" + text + "</div>")); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
	}
}
