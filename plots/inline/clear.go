package inline

import "encoding/json"

// ClearType is the MIME type of the message that clears a cell's output. The message itself is not
// displayed.
const ClearType = "application/vnd.igbolab.clear+json"

// Clear removes everything that the cell has displayed so far. If wait is set, it does so when the
// next output arrives, so that the output does not flicker. Outside a notebook, Clear does nothing.
func Clear(wait bool) {
	if !shown() {
		return
	}
	text, _ := json.Marshal(map[string]bool{"wait": wait}) // encoding a bool cannot fail
	mark(ClearType, string(text))
}
