//go:build !js

package widget

import (
	"encoding/json"
	"errors"
	"os"

	"github.com/janpfeifer/gonb/gonbui"
	_ "github.com/janpfeifer/gonb/gonbui/comms" // first, because it sets the handler for values from the page, which this package replaces
	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// statefulEnv is the environment variable that the kernel "Go (igbolab)" sets for stateful cells,
// whose process keeps running after a cell.
const statefulEnv = "IGBOLAB_LIVING"

var errUnavailable = errors.New("widget: widgets require a stateful cell of the kernel Go (igbolab)")

// Available reports whether widgets work, which requires a stateful cell.
func Available() bool { return gonbui.IsNotebook && os.Getenv(statefulEnv) != "" }

func init() {
	others := gonbui.OnCommValueUpdate
	gonbui.OnCommValueUpdate = func(v *protocol.CommValue) {
		if text, is := v.Value.(string); is && v.Address == LineAddress {
			receive(text)
		} else if others != nil {
			others(v)
		}
	}
}

// send sends a line to the kernel, as part of the reply to the current message.
func send(l Line) {
	if l.Kind != Done {
		known.Lock()
		l.About = known.about
		known.Unlock()
	}
	if text, err := json.Marshal(l); err == nil {
		gonbui.SendData(&protocol.DisplayData{Data: map[protocol.MIMEType]any{LineKind: string(text)}})
	}
}

// display shows a view.
func display(view, text string) error {
	gonbui.SendData(&protocol.DisplayData{Data: map[protocol.MIMEType]any{ViewKind: view, protocol.MIMETextPlain: text}})
	gonbui.Sync()
	return gonbui.Error()
}
