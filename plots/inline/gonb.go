//go:build !js

package inline

import (
	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// shown reports whether output goes to a reader that displays more than text, which is a GoNB
// notebook.
func shown() bool { return gonbui.IsNotebook }

// pictured reports whether figures include a PNG, for readers that display nothing else.
func pictured() bool { return true }

// uniqueID returns an id that is unique in the notebook.
func uniqueID() string { return gonbui.UniqueId() }

// updateHTML shows HTML in the output with the given display id, or replaces its content.
func updateHTML(displayID, html string) { gonbui.UpdateHTML(displayID, html) }

// arrive waits until everything sent has arrived. It returns an error if it cannot reach the
// kernel.
func arrive() error {
	gonbui.Sync()
	return gonbui.Error()
}

// send sends the content to the notebook, to the output with the given display id or, if it is
// empty, to a new output.
func (c Content) send(displayID string) error {
	data := &protocol.DisplayData{DisplayID: displayID, Data: map[protocol.MIMEType]any{protocol.MIMETextPlain: c.Text}}
	for kind, content := range c.More { // GoNB's messages cannot hold JSON values; the kernel decodes them
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

// ResultType is the MIME type of the message that precedes the value of a cell's last expression.
// The message itself is not displayed.
const ResultType = "application/vnd.igbolab.result+json"

// Result announces that the next output is the value of a cell's last expression.
func Result() {
	if gonbui.IsNotebook {
		mark(ResultType, "{}")
	}
}

// mark sends the kernel a message that it does not display.
func mark(kind, text string) {
	gonbui.SendData(&protocol.DisplayData{Data: map[protocol.MIMEType]any{protocol.MIMEType(kind): text}})
}

// Park does nothing in this build. In a WebAssembly page, it keeps the program running for its
// sliders.
func Park() {}
