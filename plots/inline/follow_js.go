package inline

import (
	"fmt"
	"html"
	"sync"
	"syscall/js"
)

// controlKind is the MIME type of a slider or a list, for pages that draw these controls
// themselves.
const controlKind = "application/vnd.igbolab.control+json"

// control describes a slider or a list to the page.
type control struct {
	ID     string   `json:"id"`
	Label  string   `json:"label"`
	Values []string `json:"values"`
	Words  bool     `json:"words"`
	Start  int      `json:"start"`
	Figure string   `json:"figure"`
}

// followers holds the move functions of the page's controls.
var followers struct {
	sync.Mutex
	moves map[string]func(at int) bool
}

// followed returns false, because a WebAssembly page has its own sliders instead of widgets.
func followed() bool { return false }

// present shows the figure and its control if there is a page, and follows the control. Otherwise,
// it shows frames.
func (f *FrameSet) present() error {
	if !shown() {
		if err := f.render(); err != nil {
			return err
		}
		return Show(f)
	}
	c := control{
		ID: "control-" + uniqueID(), Label: f.label, Values: f.texts, Words: f.words, Start: f.start, Figure: "figure-" + uniqueID(),
	}
	b := bundle{Data: map[string]any{"text/plain": f.label, "text/html": c.html(), controlKind: c}, DisplayID: c.ID}
	if err := b.display(); err != nil {
		return err
	}
	if err := c.draw(f, f.start); err != nil {
		return err
	}
	moves := make(chan int, 1)
	listen(c.ID, func(at int) bool {
		if at < 0 || at >= len(f.texts) {
			return false
		}
		select {
		case <-moves: // replace a move that is not drawn yet
		default:
		}
		moves <- at
		return true
	})
	go func() {
		for at := range moves {
			if err := c.moved(f, at); err != nil {
				updateHTML(c.Figure, errorBox(err))
			}
		}
	}()
	return nil
}

// listen registers the function that the page calls for every move of a control.
func listen(id string, move func(at int) bool) {
	followers.Lock()
	defer followers.Unlock()
	if followers.moves == nil {
		followers.moves = map[string]func(int) bool{}
		host().Set("moved", js.FuncOf(func(_ js.Value, args []js.Value) any {
			if len(args) != 2 || args[0].Type() != js.TypeString || args[1].Type() != js.TypeNumber {
				return false
			}
			followers.Lock()
			move := followers.moves[args[0].String()]
			followers.Unlock()
			return move != nil && move(args[1].Int())
		}))
	}
	followers.moves[id] = move
}

// moved draws a move. It converts a panic to an error, because a panic would stop all sliders of
// the page.
func (c control) moved(f *FrameSet, at int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("inline: %s: panic: %v", f.label, r)
		}
	}()
	return c.draw(f, at)
}

// draw shows one frame in place of the current figure.
func (c control) draw(f *FrameSet, at int) error {
	figure, svg, err := f.frame(at)
	if err != nil {
		return err
	}
	return bundle{
		Data: map[string]any{
			"text/plain": figure.Alt(), "text/html": f.captioned(at, svg), "image/svg+xml": fitting(string(svg)),
		},
		Metadata:  map[string]any{controlKind: map[string]any{"id": c.ID, "value": at}},
		DisplayID: c.Figure,
	}.display()
}

// captioned returns a frame below its label and value.
func (f *FrameSet) captioned(at int, svg []byte) string {
	return fmt.Sprintf(`<div style="font:14px Arial,Helvetica,sans-serif">%s = %s</div>%s`,
		html.EscapeString(f.label), html.EscapeString(f.texts[at]), svgElement(svg))
}

// html returns the slider or the list. It has no script: the page listens to elements with the
// attribute data-igbolab-control.
func (c control) html() string {
	label, options := html.EscapeString(c.Label), ""
	attributes := fmt.Sprintf(`data-igbolab-control="%s" data-lm-suppress-shortcuts="true" aria-label="%s"`, c.ID, label)
	input := fmt.Sprintf(`<input type="range" min="0" max="%d" step="1" value="%d" %s style="flex:1;min-width:0">`, len(c.Values)-1, c.Start, attributes)
	if c.Words {
		for i, word := range c.Values {
			chosen := ""
			if i == c.Start {
				chosen = " selected"
			}
			options += fmt.Sprintf(`<option value="%d"%s>%s</option>`, i, chosen, html.EscapeString(word))
		}
		input = "<select " + attributes + ">" + options + "</select>"
	}
	return `<label style="display:flex;align-items:center;gap:10px;max-width:720px;font:14px Arial,Helvetica,sans-serif"><span>` +
		label + `</span>` + input + `</label>`
}

// Park keeps a WebAssembly program running so that its sliders and lists respond, until the page
// stops it. Call it at the end of main. It calls igbolab.parked() in the page. If the program shows
// no control, Park returns immediately.
func Park() {
	followers.Lock()
	parked := followers.moves != nil
	followers.Unlock()
	if !parked {
		return
	}
	if f := host().Get("parked"); f.Type() == js.TypeFunction {
		f.Invoke()
	}
	select {}
}
