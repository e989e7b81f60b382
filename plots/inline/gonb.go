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

// Park does nothing here: where sliders follow a page of WebAssembly, it keeps the program until the page ends it.
func Park() {}
