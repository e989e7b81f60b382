package tabulate

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"unicode/utf8"
)

// unbroken is the length of a cell, in characters, up to which it is not broken into lines.
const unbroken = 40

// HTML returns the table as an HTML element that scrolls sideways if the page is too narrow. It
// inherits the colours of the page and right-aligns numbers.
func (t Table) HTML() string {
	var b strings.Builder
	b.WriteString(`<div style="max-width:100%;overflow-x:auto;color:inherit"><table style="border-collapse:collapse;width:auto;margin:0;color:inherit">`)
	if t.Title != "" {
		fmt.Fprintf(&b, `<caption style="caption-side:top;text-align:left;font-weight:bold;color:inherit">%s</caption>`, html.EscapeString(t.Title))
	}
	align := t.alignments()
	row := func(tag, style string, cells []string) {
		b.WriteString("<tr>")
		for i, cell := range cells {
			side := "left"
			if i < len(align) {
				side = align[i]
			}
			if utf8.RuneCountInString(cell) <= unbroken {
				side += ";white-space:nowrap"
			}
			fmt.Fprintf(&b, `<%[1]s style="padding:2px 10px%[3]s;text-align:%[2]s">%[4]s</%[1]s>`, tag, side, style, html.EscapeString(Minus(cell)))
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("<thead>")
	row("th", ";border-bottom:1px solid", t.Header)
	b.WriteString("</thead>\n<tbody>")
	for _, cells := range t.Rows {
		row("td", "", cells)
	}
	b.WriteString("</tbody></table></div>")
	for _, note := range t.Notes {
		fmt.Fprintf(&b, "\n<div>%s</div>", html.EscapeString(Minus(note)))
	}
	return b.String()
}

// numeric matches a cell that begins with a number or an interval, or replaces one.
var numeric = regexp.MustCompile(`^([\[(<>≤≥≈±]?\s*[-−+]?(\.?\d|∞|Inf|NaN)|[-–—…⋮⋯]$)`)

// alignments returns the side of each column: right if all of its cells are numbers.
func (t Table) alignments() []string {
	align := make([]string, len(t.Header))
	for i := range align {
		numbers, words := 0, 0
		for _, row := range t.Rows {
			switch {
			case i >= len(row) || row[i] == "":
			case numeric.MatchString(row[i]):
				numbers++
			default:
				words++
			}
		}
		align[i] = "left"
		if numbers > 0 && words == 0 {
			align[i] = "right"
		}
	}
	return align
}
