//go:build !js

package inline

import (
	"fmt"
	"html"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/comms"
	"github.com/janpfeifer/gonb/gonbui/dom"
	"github.com/janpfeifer/gonb/gonbui/widgets"
)

// controls is a slider, or a list, with its button in the notebook.
type controls struct {
	block string // display id
	moves chan int
	done  chan struct{}
}

// newControls puts label, slider or list, and button into a block of their own, so that
// drawing the figure anew does not disturb the drag, and waits for the browser. What the page says is answered, so that it can tell when nobody does.
func newControls(block string, frames *FrameSet) *controls {
	parent, heard := "plots-"+gonbui.UniqueId(), "/plots/heard/"+gonbui.UniqueId()
	gonbui.UpdateHTML(block, fmt.Sprintf(
		`<div id="%[1]s" role="group" aria-label="%[2]s" style="display:flex;align-items:center;gap:10px;max-width:720px;font:14px Arial,Helvetica,sans-serif">`+
			`<style>#%[1]s input{flex:1}</style><label for="%[1]s-control">%[2]s</label> <span id="%[1]s-state" role="status" style="order:9">%[3]s</span></div>`,
		parent, html.EscapeString(frames.label), unheard))
	gonbui.Sync()
	address := frames.control(parent)
	button := widgets.Button("Done").AppendTo(parent).Done()
	dom.TransientJavascript(fmt.Sprintf(listening, parent, heard))
	c := &controls{block: block, moves: make(chan int, 1), done: make(chan struct{}, 1)}
	comms.Subscribe(address, func(_ string, i int) {
		comms.Send(heard, 1)
		select {
		case <-c.moves: // drop a move that nobody has drawn yet
		default:
		}
		select {
		case c.moves <- i:
		default:
		}
	})
	comms.Subscribe(button.Address(), func(_ string, clicks int) {
		if clicks > 0 {
			comms.Send(heard, 1)
			select {
			case c.done <- struct{}{}:
			default:
			}
		}
	})
	return c
}

// unheard is what the page says of a control that nobody answers: its values are forgotten, or its kernel was started anew; or
// the page was loaded again, or is another one, and has the label alone.
const unheard = "nothing follows it now: run the cell again"

// listening is the script that hides [unheard] as long as each move is answered, within seconds that a busy machine may
// need; an answer that comes late hides it again. Keys are the controls', not JupyterLab's, which looks for the attribute at the
// element that has the focus: at one around it is too late.
const listening = `(() => {
	const group = document.getElementById("%[1]s"), state = document.getElementById("%[1]s-state");
	let comm, waits;
	const hear = () => {
		if (globalThis.gonb_comm && globalThis.gonb_comm !== comm) {
			comm = globalThis.gonb_comm;
			comm.subscribe("%[2]s", () => { clearTimeout(waits); waits = undefined; state.hidden = true; });
		}
	};
	const ask = () => { hear(); waits ??= setTimeout(() => { waits = undefined; state.hidden = false; }, 3000); };
	if (!group || !state) { return; }
	group.querySelectorAll("input, select, button").forEach(e => e.setAttribute("data-lm-suppress-shortcuts", "true"));
	group.addEventListener("input", ask);
	group.addEventListener("click", e => { if (e.target.tagName === "BUTTON") { ask(); } });
	hear();
	state.hidden = true;
})();`

// control puts the slider or the list into the notebook and returns its address.
func (f *FrameSet) control(parent string) string {
	if !f.words {
		return widgets.Slider(0, len(f.texts)-1, f.start).WithHtmlId(parent + "-control").AppendTo(parent).Done().Address()
	}
	options := make([]string, len(f.texts))
	for i, text := range f.texts {
		options[i] = html.EscapeString(text)
	}
	return widgets.Select(options).SetDefault(f.start).WithHtmlId(parent + "-control").AppendTo(parent).Done().Address()
}
