package proxy

import (
	"fmt"
	"go/token"
	"html"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// richInspect makes a table of the parts of a variable without calling its methods, and then calls answer.
func (p *proxy) richInspect(name string, answer func(map[string]string, error)) {
	d := &p.debug
	i := slices.IndexFunc(d.values, func(v message.Value) bool { return v.Name == name })
	switch {
	case !token.IsIdentifier(name) || i < 0:
		answer(map[string]string{}, fmt.Errorf("variable %q not found", name))
		return
	case d.values[i].Parts == 0 || p.busy() || d.view == nil:
		answer(map[string]string{"text/plain": d.values[i].Text}, nil)
		return
	}
	v := d.values[i]
	p.readParts(reference{name: name}, message.Parts{Count: mostParts}, func(values []message.Value, err error) {
		if err != nil {
			answer(map[string]string{"text/plain": v.Text}, nil)
			return
		}
		answer(map[string]string{"text/plain": v.Text, "text/html": partsTable(v, values)}, nil)
	})
}

// partsTable returns a table of the parts of a value.
func partsTable(v message.Value, parts []message.Value) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<table><caption>%s %s %s</caption><tr><th>name</th><th>type</th><th>value</th></tr>", html.EscapeString(v.Name), html.EscapeString(v.Type), html.EscapeString(v.Shape))
	for _, part := range parts {
		fmt.Fprintf(&b, "<tr><td>%s</td><td>%s</td><td>%s</td></tr>", html.EscapeString(part.Name), html.EscapeString(part.Type), html.EscapeString(part.Text))
	}
	b.WriteString("</table>")
	if v.Parts > len(parts) {
		fmt.Fprintf(&b, "<p>%d of %d parts</p>", len(parts), v.Parts)
	}
	return b.String()
}
