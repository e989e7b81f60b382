package ipynb

import "strings"

// Join makes each text of the notebook one string, as front ends expect. A file can contain a list of lines instead. JSON values in
// outputs, which can be lists too, are unchanged.
func (n *Notebook) Join() {
	for _, c := range n.cells() {
		join(c, "source")
		attachments, _ := c["attachments"].(map[string]any)
		for _, a := range attachments {
			joinBundle(a)
		}
		outputs, _ := c["outputs"].([]any)
		for _, o := range outputs {
			if output, ok := o.(map[string]any); ok {
				join(output, "text")
				joinBundle(output["data"])
			}
		}
	}
}

// joinBundle joins the texts of a bundle of media types.
func joinBundle(bundle any) {
	data, _ := bundle.(map[string]any)
	for kind := range data {
		if kind != "application/json" && !strings.HasSuffix(kind, "+json") {
			join(data, kind)
		}
	}
}

// join makes a list of lines in a field one string.
func join(fields map[string]any, name string) {
	if _, list := fields[name].([]any); list {
		fields[name] = lines(fields[name])
	}
}

// Trust marks code cells as trusted if front ends can show their outputs: each piece of HTML passes, and all other outputs are texts and
// pictures.
func (n *Notebook) Trust(passes func(html string) bool) {
	for _, c := range n.cells() {
		meta, ok := c["metadata"].(map[string]any)
		if !ok || c["cell_type"] != "code" {
			continue
		}
		delete(meta, "trusted")
		trusted := true
		outputs, _ := c["outputs"].([]any)
		for _, o := range outputs {
			output, _ := o.(map[string]any)
			data, _ := output["data"].(map[string]any)
			for kind, value := range data {
				switch {
				case kind == "text/html":
					trusted = trusted && passes(lines(value))
				case kind != "text/plain" && kind != "image/png" && kind != "image/svg+xml":
					trusted = false
				}
			}
		}
		if trusted && len(outputs) > 0 {
			meta["trusted"] = true
		}
	}
}

// Shows returns the HTML in the outputs of the first cell with a tag, or "" if there is none.
func (n *Notebook) Shows(tag string) (html string) {
	for _, c := range n.cells() {
		if c["cell_type"] != "code" || !tagged(c, tag) {
			continue
		}
		outputs, _ := c["outputs"].([]any)
		for _, o := range outputs {
			output, _ := o.(map[string]any)
			data, _ := output["data"].(map[string]any)
			html += lines(data["text/html"])
		}
		return html
	}
	return ""
}
