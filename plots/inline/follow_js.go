package inline

import (
	"fmt"
	"html"
	"sync"
	"syscall/js"
)

// controlKind is the MIME type of a slider or a list, for pages that draw it themselves.
const controlKind = "application/vnd.igbolab.control+json"

// control is what a page is told of a slider or a list.
type control struct {
	ID     string   `json:"id"`
	Label  string   `json:"label"`
	Values []string `json:"values"`
	Words  bool     `json:"words"`
	Start  int      `json:"start"`
	Figure string   `json:"figure"`
}

// followers are the moves of the controls that the page has.
var followers struct {
	sync.Mutex
	moves map[string]func(at int) bool
}

// followed reports whether figures follow widgets. They do not in a page of WebAssembly, which has its own sliders.
func followed() bool { return false }

// present shows the figure with its control, which the program follows where a page shows it; else frames.
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
		case <-moves: // drop a move that nobody has drawn yet
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

// listen gives the page what it calls for every move.
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

// moved draws a move. A panic would end all sliders of the page: it is an error.
func (c control) moved(f *FrameSet, at int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("inline: %s: panic: %v", f.label, r)
		}
	}()
	return c.draw(f, at)
}

// draw shows one frame in the figure's place.
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

// captioned is a frame below what it is drawn for.
func (f *FrameSet) captioned(at int, svg []byte) string {
	return fmt.Sprintf(`<div style="font:14px Arial,Helvetica,sans-serif">%s = %s</div>%s`,
		html.EscapeString(f.label), html.EscapeString(f.texts[at]), svgElement(svg))
}

// html is the slider or the list, without a script: the page listens to what has the attribute data-igbolab-control.
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

// Park is the last call of a program's main in a page: it returns where nothing moves, else it says igbolab.parked()
// to the page and keeps the program, so that its sliders and lists follow until the page ends it.
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
