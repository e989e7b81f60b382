package site

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// slider is the script of a slider as package plots/inline writes it. A test compares the two.
const slider = `
(() => {
  const lines = LINES;
  const frames = FRAMES;
  const values = VALUES;
  const label = LABEL;
  for (const block of document.querySelectorAll('[data-plots-frames="DIGEST"]:not([data-ready])')) {
    block.dataset.ready = "yes";
    const image = block.querySelector("img");
    const input = block.querySelector("input, select");
    const output = block.querySelector("output");
    block.querySelector("figcaption").remove();
    block.querySelector("label").style.display = "flex";
    const show = () => {
      const i = Number(input.value);
      image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(frames[i].map(n => lines[n]).join(""));
      image.alt = label + " = " + values[i];
      if (output) output.value = values[i];
    };
    input.addEventListener("input", show);
    show();
  }
})();
`

var (
	script = regexp.MustCompile(`(?s)<script>(.*?)</script>`)
	// styles matches the styles of tables, which notebooks contain.
	styles = regexp.MustCompile(`<style>[^<@\\]*</style>`)
	values = regexp.MustCompile(`(?m)^  const (?:lines|values) = (\[[^<\n]*\]);$|^  const frames = \[[\[\]\d,]*\];$|^  const label = ("[^<\n]*");$|\[data-plots-frames="[0-9a-f]{16}"\]`)
	tag    = regexp.MustCompile(`^</?([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"<>]*")?)*)\s*/?>`)
	field  = regexp.MustCompile(`([a-z-]+)(?:="([^"<>]*)")?`)
	ends   = regexp.MustCompile(`[ \t]+\n`)
	inside = regexp.MustCompile(`^data:image/(?:png|svg\+xml);base64,`)
)

// Elements and attributes that run no code and load nothing.
var (
	harmlessTags   = strings.Fields("b br caption code div em figcaption figure i img input label li ol option output p pre select span strong sub sup table tbody td th thead tr ul")
	harmlessFields = strings.Fields("align alt class colspan data-lm-suppress-shortcuts data-plots-frames dir height max min role rowspan scope selected step style title value width")
)

// harmless reports whether the HTML of an output only shows text, pictures, tables and sliders of plots/inline. JupyterLab shows other HTML
// only after the reader has run the cell.
func harmless(html string) bool {
	for _, m := range script.FindAllStringSubmatch(html, -1) {
		if !isSlider(m[1]) {
			return false
		}
	}
	html = styles.ReplaceAllString(script.ReplaceAllString(html, ""), "")
	for {
		at := strings.IndexByte(html, '<')
		if at < 0 {
			return true
		}
		m := tag.FindStringSubmatch(html[at:])
		if m == nil || !slices.Contains(harmlessTags, m[1]) {
			return false
		}
		for _, f := range field.FindAllStringSubmatch(m[2], -1) {
			if !harmlessField(m[1], f[1], f[2]) {
				return false
			}
		}
		html = html[at+len(m[0]):]
	}
}

func harmlessField(tag, name, value string) bool {
	switch name {
	case "src":
		return tag == "img" && inside.MatchString(value)
	case "type":
		return value == "range"
	case "style":
		return !strings.ContainsAny(value, `\@`) && !strings.Contains(value, "url")
	}
	return slices.Contains(harmlessFields, name) || strings.HasPrefix(name, "aria-")
}

// isSlider reports whether a script is the script of a slider.
func isSlider(text string) bool {
	for _, m := range values.FindAllStringSubmatch(text, -1) {
		var list []string
		var label string
		if m[1] != "" && json.Unmarshal([]byte(m[1]), &list) != nil || m[2] != "" && json.Unmarshal([]byte(m[2]), &label) != nil {
			return false
		}
	}
	kept := values.ReplaceAllStringFunc(text, func(line string) string {
		switch {
		case strings.HasPrefix(line, "  const lines"):
			return "  const lines = LINES;"
		case strings.HasPrefix(line, "  const frames"):
			return "  const frames = FRAMES;"
		case strings.HasPrefix(line, "  const values"):
			return "  const values = VALUES;"
		case strings.HasPrefix(line, "  const label"):
			return "  const label = LABEL;"
		}
		return `[data-plots-frames="DIGEST"]`
	})
	return strings.TrimSpace(ends.ReplaceAllString(kept, "\n")) == strings.TrimSpace(slider)
}
