package inline

import (
	"encoding/base64"
	"encoding/json"
	"strconv"
	"sync"
	"syscall/js"
)

// host is the object of the page's host, or undefined where the program has no page.
func host() js.Value { return js.Global().Get("igbolab") }

// shown tells whether there is a reader who is shown more than text: a page that displays.
func shown() bool { return host().Truthy() && host().Get("display").Type() == js.TypeFunction }

// pictured tells whether figures have a PNG beside them: a page shows SVG.
func pictured() bool { return !shown() }

// bundle is what a page displays: see Pages in the package's documentation.
type bundle struct {
	Data      map[string]any `json:"data"`
	Metadata  map[string]any `json:"metadata"`
	DisplayID string         `json:"display_id,omitempty"`
	Update    bool           `json:"update,omitempty"`
}

// sent are the display ids that the page has, ids those that were made.
var sent struct {
	sync.Mutex
	known map[string]bool
	ids   int
}

// uniqueID is an id that nothing else of the program has; the page knows which program it is.
func uniqueID() string {
	sent.Lock()
	defer sent.Unlock()
	sent.ids++
	return strconv.Itoa(sent.ids)
}

// display gives the bundle to the page.
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

// updateHTML shows HTML in the output with the display id given, or replaces what stands there.
func updateHTML(displayID, html string) {
	_ = bundle{Data: map[string]any{"text/html": html}, DisplayID: displayID}.display() // strings have a form in JSON
}

// arrive has nothing to wait for: a page has what it was given.
func arrive() error { return nil }

// Result does nothing here: a page does not number results.
func Result() {}

// mark does nothing here: pages have no kernel that clears outputs.
func mark(_, _ string) {}

// send sends the content to the page, into the output with the display id given, or into a new one.
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
