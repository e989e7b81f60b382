//go:build !js

package inline

import (
	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// shown tells whether there is a reader who is shown more than text: a GoNB notebook.
func shown() bool { return gonbui.IsNotebook }

// pictured tells whether figures have a PNG beside them, for readers that show nothing else.
func pictured() bool { return true }

// uniqueID is an id that nothing else in the notebook has.
func uniqueID() string { return gonbui.UniqueId() }

// updateHTML shows HTML in the output with the display id given, or replaces what stands there.
func updateHTML(displayID, html string) { gonbui.UpdateHTML(displayID, html) }

// arrive waits until what was sent has arrived. Errors: the kernel cannot be reached.
func arrive() error {
	gonbui.Sync()
	return gonbui.Error()
}

// send sends the content to the notebook, into the output with the display id given,
// or into a new one.
func (c Content) send(displayID string) error {
	data := &protocol.DisplayData{DisplayID: displayID, Data: map[protocol.MIMEType]any{protocol.MIMETextPlain: c.Text}}
	for kind, content := range c.More { // GoNB's messages have no values of JSON: the kernel puts them in
		data.Data[protocol.MIMEType(kind)] = content
	}
	if c.HTML != "" {
		data.Data[protocol.MIMETextHTML] = c.HTML
	}
	if c.SVG != "" {
		data.Data[protocol.MIMEImageSVG] = fitting(c.SVG)
	}
	if c.PNG != nil {
		data.Data[protocol.MIMEImagePNG] = c.PNG
		data.Metadata = map[string]any{string(protocol.MIMEImagePNG): map[string]int{"width": c.Width, "height": c.Height}}
	}
	gonbui.SendData(data)
	return arrive()
}

// ResultType is the type of what is sent before the value of a cell's last expression. It shows nothing.
const ResultType = "application/vnd.igbolab.result+json"

// Result announces that what is displayed next is the value of a cell's last expression.
func Result() {
	if gonbui.IsNotebook {
		mark(ResultType, "{}")
	}
}

// mark sends the kernel something that it does not show.
func mark(kind, text string) {
	gonbui.SendData(&protocol.DisplayData{Data: map[protocol.MIMEType]any{protocol.MIMEType(kind): text}})
}

// Park does nothing here: where sliders follow a page of WebAssembly, it keeps the program until the page ends it.
func Park() {}
