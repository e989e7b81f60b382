package inline

import "encoding/json"

// ClearType is the type of what is sent to clear the output of a cell. It shows nothing.
const ClearType = "application/vnd.igbolab.clear+json"

// Clear removes what the cell has shown so far: at once, or, with wait, when the next output comes, so that a reader sees no gap between
// them. Outside of a notebook it does nothing.
func Clear(wait bool) {
	if !shown() {
		return
	}
	text, _ := json.Marshal(map[string]bool{"wait": wait}) // JSON can say it
	mark(ClearType, string(text))
}
