package inline

import (
	"encoding/base64"
	"encoding/json"
	"strconv"
	"sync"
	"syscall/js"
)

// host returns the object that the page's host has set, or undefined if the program has no page.
func host() js.Value { return js.Global().Get("igbolab") }

// shown reports whether output goes to a reader that displays more than text, which is a page with
// a display function.
func shown() bool { return host().Truthy() && host().Get("display").Type() == js.TypeFunction }

// pictured reports whether figures include a PNG. A page displays SVG, so they do not.
func pictured() bool { return !shown() }

// bundle is the unit of output of a page; see Pages in the package documentation.
type bundle struct {
	Data      map[string]any `json:"data"`
	Metadata  map[string]any `json:"metadata"`
	DisplayID string         `json:"display_id,omitempty"`
	Update    bool           `json:"update,omitempty"`
}

// sent holds the display ids known to the page, and the number of ids created.
var sent struct {
	sync.Mutex
	known map[string]bool
	ids   int
}

// uniqueID returns an id that is unique in the program.
func uniqueID() string {
	sent.Lock()
	defer sent.Unlock()
	sent.ids++
	return strconv.Itoa(sent.ids)
}

// display sends the bundle to the page.
func (b bundle) display() error {
	if b.Metadata == nil {
		b.Metadata = map[string]any{}
	}
	sent.Lock()
	defer sent.Unlock()
	if b.DisplayID != "" {
		if sent.known == nil {
			sent.known = map[string]bool{}
		}
		b.Update, sent.known[b.DisplayID] = sent.known[b.DisplayID], true
	}
	text, err := json.Marshal(b)
	if err == nil {
		host().Call("display", string(text))
	}
	return err
}

// updateHTML shows HTML in the output with the given display id, or replaces its content.
func updateHTML(displayID, html string) {
	_ = bundle{Data: map[string]any{"text/html": html}, DisplayID: displayID}.display() // JSON can encode strings
}

// arrive returns immediately, because output to a page is synchronous.
func arrive() error { return nil }

// Result does nothing, because pages do not number results.
func Result() {}

// mark does nothing, because pages have no kernel.
func mark(_, _ string) {}

// send sends the content to the page, to the output with the given display id or, if it is empty,
// to a new output.
func (c Content) send(displayID string) error {
	b := bundle{Data: map[string]any{"text/plain": c.Text}, DisplayID: displayID}
	for kind, content := range c.More {
		b.Data[kind] = content
		if IsJSON(kind) && json.Valid([]byte(content)) {
			b.Data[kind] = json.RawMessage(content)
		}
	}
	if c.HTML != "" {
		b.Data["text/html"] = c.HTML
	}
	if c.SVG != "" {
		b.Data["image/svg+xml"] = fitting(c.SVG)
	}
	if c.PNG != nil {
		b.Data["image/png"] = base64.StdEncoding.EncodeToString(c.PNG)
		b.Metadata = map[string]any{"image/png": map[string]int{"width": c.Width, "height": c.Height}}
	}
	return b.display()
}
